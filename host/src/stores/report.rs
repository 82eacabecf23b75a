//! An engine's report on a text that it was shown and did not run.

use std::collections::BTreeSet;

/// Everything that a text would touch, in the engine's own words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Tables and views of the store's own schema or database that the text reads or changes, by name.
    pub tables: BTreeSet<String>,
    /// Functions that it calls, by the name that the engine knows them by.
    pub functions: BTreeSet<String>,
    /// Anything that no component may use, each as the words behind "it uses": `the table function url`, `the type regclass`.
    pub forbidden: BTreeSet<String>,
    /// The names of the columns that it answers with, in order.
    pub columns: Vec<String>,
}
