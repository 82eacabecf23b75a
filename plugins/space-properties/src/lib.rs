//! The properties that the pages of a space have: what can be said of a page beside its text. The family of spaces makes them, and the
//! research family keeps the values of pages.

use quarry_sdk::prelude::*;

statement!(app_store, SelectPropertiesOfSpace, "src/properties_of_space.sql");

/// The kind of a property's values.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyKind {
    Text,
    Number,
    /// One of the property's options.
    Select,
    /// A day.
    Date,
    /// A member of the space.
    Person,
    /// Another page of the space.
    Relation,
}

/// A property of the pages of a space.
#[derive(Row, Schema, Serialize, Debug, Clone, PartialEq)]
pub struct Property {
    /// Id of the property.
    #[schema(example = 12)]
    pub id: i64,
    /// The name that people gave it.
    #[schema(example = "Stage")]
    pub name: String,
    /// The kind of its values, fixed once it is made.
    pub kind: PropertyKind,
    /// The options of a select, in the order in which boards show them; null for the other kinds.
    #[row(json)]
    #[schema(example = ["draft", "checked"])]
    pub options: Option<Vec<String>>,
}
