//! One object of JSON as a plain row: names as the dataset has them, numbers in decimal digits.

use alloy_primitives::U256;
use serde_json::{Map, Value as Json};

use crate::columns::{Shape, columns_of, taken_name};
use crate::dataset::DatasetKind;

/// A row that the warehouse's reader takes.
pub(super) struct PlainRow {
    pub(super) text: Vec<u8>,
    /// The names that the object had.
    pub(super) given: Vec<String>,
    /// Those of them that the dataset takes, by its names.
    pub(super) taken: Vec<&'static str>,
}

/// True when an object is a row as it stands.
pub(super) fn is_plain(kind: DatasetKind, value: &Json) -> bool {
    let Json::Object(object) = value else { return false };
    let is_plain_member = |(name, value): (&String, &Json)| match taken_name(kind, name) {
        Some(taken) => taken == name && !(is_quantity(value) && is_number(kind, taken)) && !value.is_object(),
        None => true,
    };
    !super::wrapping::is_wrapped(kind, object) && object.iter().all(is_plain_member)
}

/// Writes an object as a row. What the dataset does not take is left out.
pub(super) fn plain(kind: DatasetKind, object: Map<String, Json>) -> PlainRow {
    let given: Vec<String> = object.keys().cloned().collect();
    let mut row = Map::new();
    let mut taken = Vec::new();
    for (name, value) in object {
        let Some(column) = taken_name(kind, &name).or_else(|| renamed(kind, &name)) else { continue };
        if row.contains_key(column) {
            continue;
        }
        taken.push(column);
        row.insert(column.to_owned(), plain_value(kind, column, value));
    }
    PlainRow { text: Json::Object(row).to_string().into_bytes(), given, taken }
}

/// Names that mean something else in another place: a node's `type` is a number, ethereum-etl's says what an object is.
fn renamed(kind: DatasetKind, name: &str) -> Option<&'static str> {
    (kind == DatasetKind::Transactions && name == "type").then_some("transaction_type")
}

fn plain_value(kind: DatasetKind, column: &str, value: Json) -> Json {
    match value {
        Json::String(text) if is_number(kind, column) => Json::String(decimal(&text).unwrap_or(text)),
        // An object that stands for a thing is named by its id: `"token0": {"id": "0x…", "symbol": "…"}`.
        Json::Object(mut object) => match object.remove("id").or_else(|| object.remove("address")) {
            Some(id) => id,
            None => Json::Object(object),
        },
        other => other,
    }
}

fn is_number(kind: DatasetKind, name: &str) -> bool {
    kind.chain_columns().contains(&name)
        || columns_of(kind).iter().any(|column| {
            let is_number = matches!(column.shape, Shape::Unsigned(_) | Shape::Time | Shape::Boolean | Shape::Signed);
            is_number && column.names.contains(&name)
        })
}

fn is_quantity(value: &Json) -> bool {
    value.as_str().is_some_and(|text| text.starts_with("0x"))
}

/// A number in hex (`0x1b4`) in decimal digits.
fn decimal(text: &str) -> Option<String> {
    let digits = text.strip_prefix("0x")?;
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    U256::from_str_radix(digits, 16).ok().map(|number| number.to_string())
}
