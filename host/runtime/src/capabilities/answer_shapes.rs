//! Rows of an answer, held against the schema that their route declares: by the types of a statement's columns where the engine
//! knows them, and by the rows themselves where a component is tried or developed.

use quarry_statement::{ColumnForm, FormedColumn};
use quarry_stores::report::{ColumnShape, Report, ValueKind};
use quarry_stores::result_set::{Column, ColumnData, ResultSet};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Most steps from one schema reference to another.
const MOST_REFERENCES: usize = 16;

/// The shape of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowShape {
    /// The types that each member takes; none where the schema names none.
    members: BTreeMap<String, Option<Vec<String>>>,
    required: Vec<String>,
    /// True where other members are refused.
    is_closed: bool,
}

impl RowShape {
    /// Reads the shape; none for a schema of something else than an object.
    pub fn of(row: &Json) -> Option<RowShape> {
        let object = object(row, row, MOST_REFERENCES)?;
        let properties = object.get("properties").and_then(Json::as_object)?;
        let member = |(name, schema): (&String, &Json)| (name.clone(), types(schema, row, MOST_REFERENCES));
        let texts = |name: &str| object.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
        Some(RowShape {
            members: properties.iter().map(member).collect(),
            required: texts("required").iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
            is_closed: object.get("additionalProperties") == Some(&Json::Bool(false)),
        })
    }

    /// Holds the columns of a statement against it, as far as its engine types them.
    pub(super) fn check_report(&self, report: &Report, formed: &[FormedColumn]) -> Result<(), String> {
        let shape = |(place, name): (usize, &String)| {
            let shape = report.shapes.get(place).copied().flatten();
            let form = formed.iter().find(|column| column.name == *name).map(|column| column.form);
            let kind = match form {
                None => shape.map(|shape| shape.kind),
                Some(ColumnForm::Timestamp) => Some(ValueKind::Text),
                Some(ColumnForm::Boolean) => Some(ValueKind::Boolean),
                // Whatever the text says.
                Some(ColumnForm::Json) => None,
            };
            (name.clone(), kind, shape.and_then(|shape: ColumnShape| shape.nullable))
        };
        self.check(report.columns.iter().enumerate().map(shape))
    }

    /// Holds rows against it.
    pub fn check_rows(&self, rows: &ResultSet) -> Result<(), String> {
        self.check(rows.columns.iter().map(|column| {
            let has_values = (0..rows.row_count).any(|row| column.is_valid(row));
            let has_nulls = (0..rows.row_count).any(|row| !column.is_valid(row));
            // A column without a value says nothing of its type.
            (column.name.clone(), has_values.then(|| kind(column)).flatten(), has_nulls.then_some(true))
        }))
    }

    fn check(&self, columns: impl Iterator<Item = (String, Option<ValueKind>, Option<bool>)>) -> Result<(), String> {
        let mut given = Vec::new();
        for (name, kind, nullable) in columns.filter(|(name, ..)| !name.starts_with('_')) {
            let Some(types) = self.members.get(&name) else {
                if self.is_closed {
                    return Err(format!("its column {name} is no member of the answer's rows"));
                }
                continue;
            };
            given.push(name.clone());
            let Some(types) = types else { continue };
            let takes = |wanted: &str| types.iter().any(|known| known == wanted);
            let is_taken = match kind {
                None => true,
                Some(ValueKind::Boolean) => takes("boolean"),
                Some(ValueKind::Integer) => takes("integer") || takes("number"),
                Some(ValueKind::Number) => takes("number"),
                Some(ValueKind::Text) => takes("string"),
                Some(ValueKind::Json) => takes("array") || takes("object"),
            };
            if !is_taken {
                let kind = kind.map_or("", words);
                return Err(format!("its column {name} holds {kind}, and the answer says {}", types.join(" or ")));
            }
            if nullable == Some(true) && !takes("null") {
                return Err(format!("its column {name} can be null, and the answer does not say so"));
            }
        }
        match self.required.iter().find(|name| !given.contains(name)) {
            Some(missing) => Err(format!("it has no column {missing}, which the answer's rows have")),
            None => Ok(()),
        }
    }
}

fn words(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Boolean => "truth values",
        ValueKind::Integer => "whole numbers",
        ValueKind::Number => "numbers",
        ValueKind::Text => "texts",
        ValueKind::Json => "lists or objects",
    }
}

/// Gives the kind that a column is written as; none for JSON, where each value has a kind of its own.
fn kind(column: &Column) -> Option<ValueKind> {
    match column.data {
        ColumnData::Boolean(_) => Some(ValueKind::Boolean),
        ColumnData::Int64(_) | ColumnData::UInt64(_) => Some(ValueKind::Integer),
        ColumnData::Float64(_) => Some(ValueKind::Number),
        ColumnData::Text { .. } | ColumnData::Bytes { .. } | ColumnData::Timestamp(_) | ColumnData::Date(_) => {
            Some(ValueKind::Text)
        }
        ColumnData::Json { .. } => None,
    }
}

/// The schema of the object that a schema stands for: itself, what it refers to, or the one of its alternatives that is an
/// object.
fn object<'a>(schema: &'a Json, root: &'a Json, references: usize) -> Option<&'a Map<String, Json>> {
    let members = schema.as_object()?;
    if members.contains_key("properties") {
        return Some(members);
    }
    let left = references.checked_sub(1)?;
    if let Some(found) = referred(schema, root) {
        return object(found, root, left);
    }
    let alternatives = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|keyword| members.get(keyword)?.as_array());
    alternatives.flatten().find_map(|alternative| object(alternative, root, left))
}

/// The types that a schema takes; none where it names none.
fn types(schema: &Json, root: &Json, references: usize) -> Option<Vec<String>> {
    let left = references.checked_sub(1)?;
    match schema.get("type") {
        Some(Json::String(one)) => return Some(vec![one.clone()]),
        Some(Json::Array(several)) => {
            return Some(several.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect());
        }
        _ => {}
    }
    if let Some(found) = referred(schema, root) {
        return types(found, root, left);
    }
    if let Some(all) = schema.get("allOf").and_then(Json::as_array) {
        return all.iter().find_map(|one| types(one, root, left));
    }
    let alternatives = ["anyOf", "oneOf"].into_iter().find_map(|keyword| schema.get(keyword)?.as_array())?;
    let each: Option<Vec<Vec<String>>> = alternatives.iter().map(|one| types(one, root, left)).collect();
    Some(each?.concat())
}

/// Gives the schema that `{"$ref": "#/$defs/note"}` leads to.
fn referred<'a>(schema: &Json, root: &'a Json) -> Option<&'a Json> {
    root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
}
