//! An engine's report on a text that it was shown and did not run.

use std::collections::BTreeSet;

/// Everything that a text would touch, in the engine's own words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Tables and views of the store's own schema or database that the text reads or changes, by name.
    pub tables: BTreeSet<String>,
    /// Those of `tables` into which it writes rows: new ones, or changes of rows.
    pub written: BTreeSet<String>,
    /// Those of `written` whose present rows it changes.
    pub changed: BTreeSet<String>,
    /// Those of `tables` of which it deletes rows.
    pub deleted: BTreeSet<String>,
    /// Those of `written` of whose rows it chooses the number that the store gives, in the place of the store.
    pub numbered: BTreeSet<String>,
    /// Functions that it calls, by the name that the engine knows them by.
    pub functions: BTreeSet<String>,
    /// Anything that no component may use, each as the words behind "it uses": `the table function url`, `the type regclass`.
    pub forbidden: BTreeSet<String>,
    /// The names of the columns that it answers with, in order.
    pub columns: Vec<String>,
    /// The shape of each column, in their order; empty where the engine does not type columns (SQLite).
    pub shapes: Vec<Option<ColumnShape>>,
}

impl Report {
    /// Tells that the text changes rows, in any part of it.
    pub fn writes(&self) -> bool {
        !self.written.is_empty() || !self.deleted.is_empty()
    }
}

/// The shape of a column's values, as far as the engine types it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnShape {
    pub kind: ValueKind,
    /// True for a column that may be null; `None` where the engine does not say.
    pub nullable: Option<bool>,
}

/// A value as an answer writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Boolean,
    Integer,
    /// A number that may have a fraction.
    Number,
    Text,
    /// A list or an object.
    Json,
}
