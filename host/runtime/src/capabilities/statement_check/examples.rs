//! Values of the right types, for texts that an engine is shown and does not run.

use quarry_statement::{ParameterType, RowsColumn, Statement, parameter_of_given};
use quarry_stores::result_set::Value;

/// The type of the value that is bound under `name`: a parameter's, that of its being given, a cursor column's, or that of
/// the page's size.
pub(super) fn kind(statement: &Statement, order: Option<&str>, name: &str) -> ParameterType {
    if parameter_of_given(name).is_some() {
        return ParameterType::Boolean;
    }
    let parameters = statement.parameters();
    let column = parameters.iter().find_map(|parameter| {
        let rest = name.strip_prefix(&parameter.name)?.strip_prefix('/')?;
        match rest.strip_suffix('?') {
            Some(_) => Some(ParameterType::Int64List),
            None => parameter.columns.iter().find(|column| column.name == rest).map(RowsColumn::list_kind),
        }
    });
    if let Some(kind) = column {
        return kind;
    }
    let declared = parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.kind);
    let position = || name.strip_prefix("after.")?.parse::<usize>().ok()?.checked_sub(1);
    declared.or_else(|| Some(statement.after(order).get(position()?)?.kind)).unwrap_or(ParameterType::Uint64)
}

/// A value of that type.
pub(super) fn value(kind: ParameterType) -> Value {
    match kind {
        ParameterType::Boolean => Value::Boolean(true),
        ParameterType::Int64 => Value::Int64(1),
        ParameterType::Uint64 => Value::UInt64(1),
        ParameterType::Float64 => Value::Float64(1.0),
        ParameterType::Text => Value::Text("1".to_owned()),
        ParameterType::Bytes => Value::Bytes(vec![0; 20]),
        ParameterType::Timestamp => Value::Timestamp(0),
        ParameterType::TextList => Value::TextList(vec!["1".to_owned()]),
        ParameterType::Int64List => Value::Int64List(vec![1]),
        ParameterType::Uint64List => Value::UInt64List(vec![1]),
        ParameterType::BytesList => Value::BytesList(vec![vec![0; 20]]),
        // As SQLite reads them: the other engine of the app store reads their columns.
        ParameterType::Rows => Value::Text("[]".to_owned()),
    }
}
