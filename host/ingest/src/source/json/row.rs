//! One object of JSON as a plain row: names as the dataset has them.

use serde_json::{Map, Value as Json};

use crate::columns::taken_name;
use crate::dataset::DatasetKind;

/// A row that the warehouse's reader takes.
pub(super) struct PlainRow {
    pub(super) text: Vec<u8>,
    /// The names that the object had.
    pub(super) given: Vec<String>,
    /// Those of them that the dataset takes, by its names.
    pub(super) taken: Vec<&'static str>,
}

/// Writes an object as a row. What the dataset does not take is left out.
pub(super) fn plain(kind: DatasetKind, object: Map<String, Json>) -> PlainRow {
    let given: Vec<String> = object.keys().cloned().collect();
    let mut row = Map::new();
    let mut taken = Vec::new();
    for (name, value) in object {
        let Some(column) = taken_name(kind, &name) else { continue };
        if row.contains_key(column) {
            continue;
        }
        taken.push(column);
        row.insert(column.to_owned(), plain_value(value));
    }
    PlainRow { text: Json::Object(row).to_string().into_bytes(), given, taken }
}

/// An object that stands for a thing is named by its id: `"token0": {"id": "0x…", "symbol": "…"}`.
fn plain_value(value: Json) -> Json {
    match value {
        Json::Object(mut object) => match object.remove("id").or_else(|| object.remove("address")) {
            Some(id) => id,
            None => Json::Object(object),
        },
        other => other,
    }
}
