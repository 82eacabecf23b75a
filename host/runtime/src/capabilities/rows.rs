//! Rows that a guest has only a handle to: read, or left until the answer is written.

use crate::capabilities::statements::Prepared;
use quarry_contract::CursorColumn;
use quarry_stores::result_set::ResultSet;
use thiserror::Error;

/// Rows of a statement, held for a guest that has only a handle to them.
#[derive(Debug)]
pub struct Rows {
    /// The statement's name.
    pub statement: String,
    pub set: ResultSet,
    /// The columns of the statement's `after(…)`; empty when it does not page.
    pub after: Vec<CursorColumn>,
    /// The statement's order that was picked, where it has several.
    pub order: Option<String>,
    /// Rows that the warehouse read to find them; 0 from the app store, which does not count.
    pub rows_read: u64,
}

/// The rows that a guest's handle stands for.
#[derive(Debug)]
pub enum HeldRows {
    Read(Rows),
    /// Read once the guest has ended, if its answer has them.
    Deferred(DeferredStatement),
}

/// A statement that waits for the guest's end.
#[derive(Debug)]
pub struct DeferredStatement {
    pub(super) name: String,
    pub(super) prepared: Prepared,
}

/// A guest looked at rows that it had said it would hand on unseen.
#[derive(Debug, Error)]
#[error(
    "it looked at the rows of {0}, a deferred statement, which are read when it has ended: `query` gives rows to look at"
)]
pub struct LookedAtDeferredRows(String);

impl HeldRows {
    /// The rows, for a guest to look at.
    pub fn read(&self) -> Result<&Rows, LookedAtDeferredRows> {
        match self {
            HeldRows::Read(rows) => Ok(rows),
            HeldRows::Deferred(statement) => Err(LookedAtDeferredRows(statement.name.clone())),
        }
    }
}
