//! The texts of a rehearsal, and the reasons for which they are refused.

use crate::app::AppStoreError;
use quarry_statement::ParameterType;
use thiserror::Error;

/// A migration on its way into a rehearsal.
#[derive(Debug, Clone, Copy)]
pub struct RehearsedMigration<'a> {
    pub name: &'a str,
    /// The author's bytes: one statement or several.
    pub sql: &'a str,
}

/// A statement on its way into a rehearsal: one text with `$1`, `$2`, ….
#[derive(Debug, Clone)]
pub struct RehearsedText {
    pub sql: String,
    /// The types that are bound to `$1`, `$2`, …, in order.
    pub parameters: Vec<ParameterType>,
}

/// The reason for which texts are refused.
#[derive(Debug, Error)]
pub enum RehearsalError {
    /// The engine refuses a migration, or it touches more than its own tables. `reason` is a sentence for its author.
    #[error("the migration {migration}: {reason}")]
    Migration { migration: String, reason: String },
    /// A table that the author's earlier versions made in the store has something that no migration may make any more.
    #[error("the table {table}, which the store has already: {reason}")]
    Table { table: String, reason: String },
    /// The engine refuses a text. `line` counts from 1, where the engine tells it.
    #[error("{reason}")]
    Text { index: usize, line: Option<usize>, reason: String },
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// Tells the component's own tables and indexes by their plain names.
pub(super) type IsOwn<'a> = &'a (dyn Fn(&str) -> bool + Send + Sync);

/// The name, in a report, of the forbidden change of rows through a view. A component that may read a view may not change it:
/// PostgreSQL writes the change into the table behind a simple view, which is not given with it.
pub(super) fn change_of_view(view: &str) -> String {
    format!("the view {view} to change rows")
}
