//! The property schema of a space's pages: what can be said of a page beside its text, and of which kind it is.

pub mod create;
pub mod delete;
pub mod options;
pub mod update;

use quarry_sdk::prelude::*;
use quarry_sdk::words::quoted;
use quarry_space_properties::{Property, PropertyKind};

statement!(app_store, SelectProperties, "src/properties/properties.sql");
statement!(app_store, SelectProperty, "src/properties/property.sql");
statement!(app_store, SelectNamesake, "src/properties/namesake.sql");
statement!(app_store, ExportNamedOn, "src/properties/export_named_on.sql");

/// Properties that a space may have.
pub const MOST_PROPERTIES: i64 = 100;

/// The name of a property. Names of 61 to 120 characters that were given before stay.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 60, example = "Stage")]
pub struct PropertyName(pub String);

/// The property, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<Property, Problem> {
    let found = transaction.one(SelectProperty { id })?;
    found.ok_or_else(|| Problem::not_found(format!("There is no property {id} in this space.")))
}

/// The audit log's record of a property. Its name and its options stay in the space, because people outside the space read the log.
fn audited(property: &Property) -> serde_json::Value {
    json!({ "id": property.id, "kind": property.kind.word(), "options": property.options.as_ref().map(Vec::len) })
}

/// Refuses a name that another property of the space has.
fn refuse_namesake(transaction: &Transaction, id: i64, name: &str) -> Result<(), Problem> {
    match transaction.query(SelectNamesake { id, name: name.to_owned() })?.is_empty() {
        true => Ok(()),
        false => {
            let name = quoted(name);
            Err(Problem::invalid_field("name", format!("The space has a property {name}: choose another name.")))
        }
    }
}

/// The refusal of options for a kind that has none.
fn options_of_another_kind(kind: PropertyKind) -> Problem {
    Problem::invalid_field("options", format!("A {} has no options: they are of a select alone.", kind.word()))
}
