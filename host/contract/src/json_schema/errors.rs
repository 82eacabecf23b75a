//! The errors of a wrong value, as many as may be told. The library collects every error of a value before it gives the first,
//! each with the whole path to its place: a list of 500,000 wrong items under a name of 500,000 bytes would be 250 GB.

use crate::json_schema::price::Price;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

/// Times that a part of the value may be held against a schema while errors are collected.
const MAX_VISITS: f64 = 200_000.0;
/// Bytes of all paths to the parts of the value.
const MAX_PATH_BYTES: f64 = 8e6;
/// Comparisons of items by `uniqueItems`, which has no limit but the value's size while errors are collected.
const MAX_COMPARISONS: f64 = 1e6;

/// A fault of a value that does not satisfy the schema.
pub(super) fn of<'value>(
    validator: &'value Validator,
    price: &Price,
    value: &'value Value,
) -> Vec<ValidationError<'value>> {
    let mut size = Size::default();
    size.add(value, 0);
    let visits = price.visits();
    // Of a choice the verdict comes first each time, so what lies within choices is looked at once for each of them.
    let looks = if price.has_choices() { price.height() as f64 } else { 1.0 };
    let comparisons = if price.has_unique_items() { visits * size.nodes * size.nodes } else { 0.0 };
    if visits * looks * size.nodes <= MAX_VISITS
        && visits * size.path_bytes <= MAX_PATH_BYTES
        && comparisons <= MAX_COMPARISONS
    {
        return validator.iter_errors(value).collect();
    }
    // The first error of a choice holds all errors of its alternatives.
    match price.has_choices() || price.has_unique_items() {
        true => Vec::new(),
        false => validator.validate(value).err().into_iter().collect(),
    }
}

/// The size of a value. Nesting is bounded by the parser that made it.
#[derive(Default)]
struct Size {
    nodes: f64,
    path_bytes: f64,
}

impl Size {
    fn add(&mut self, value: &Value, path_bytes: usize) {
        self.nodes += 1.0;
        self.path_bytes += path_bytes as f64;
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add(item, path_bytes + 7)),
            Value::Object(members) => {
                members.iter().for_each(|(name, member)| self.add(member, path_bytes + name.len() + 1));
            }
            _ => {}
        }
    }
}
