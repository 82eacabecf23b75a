//! A request as a declaration's examples make it.

use super::parse_value;
use super::plan::absent;
use crate::{Parameter, ParameterKind, Route};
use quarry_stores::result_set::Value;

/// A value for each declared parameter: of its example, or as if it was left out; none where a parameter that is
/// required has no example, or one that would be refused.
pub fn example_values(route: &Route) -> Option<Vec<Value>> {
    let value = |parameter: &Parameter| match &parameter.example {
        None => absent(parameter).ok(),
        Some(example) => {
            let value = parse_value(&parameter.name, &parameter.kind, example).ok()?;
            match (&parameter.kind, value) {
                (ParameterKind::TextList { .. }, Value::Text(text)) => Some(Value::TextList(vec![text])),
                (_, value) => Some(value),
            }
        }
    };
    route.parameters.iter().map(value).collect()
}
