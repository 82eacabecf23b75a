//! A question that takes its store minutes, alone or in a transaction that has changed a note.

use crate::notebook::notes::InsertNote;
use quarry_sdk::prelude::*;

statement!(app_store, CountSlowly, "sql/count_slowly.sql");
statement!(warehouse, CountInWarehouse, "sql/count_in_warehouse.sql");

/// The confirmation of a slow question. `meant` is required and has no example, so that no self-test waits for it.
#[derive(Parameters)]
pub struct Meant {
    /// True to confirm it.
    #[expect(dead_code, reason = "being there is all it is for")]
    meant: bool,
    /// True to ask in a transaction that wrote a note before.
    in_transaction: Option<bool>,
    /// True to leave such a transaction open and ask the warehouse when the component has ended.
    left_open: Option<bool>,
}

/// The count that was reached.
#[derive(Schema)]
pub struct Counted {
    /// Rows of the answer.
    pub rows: u64,
}

/// Counts for minutes
#[endpoint(
    get = "/notebook/slow", key = "read", cache = no_store, writes = "It leaves transactions open.", body = Counted
)]
pub fn count_notebook_slowly(query: Meant) -> Result<Answer, Problem> {
    if query.left_open == Some(true) {
        let transaction = Transaction::begin()?;
        transaction.query(InsertNote { title: "Never kept".to_owned() })?;
        // Else the SDK would undo it here.
        std::mem::forget(transaction);
        return Ok(Answer::object().member("rows", &0).rows("counted", CountInWarehouse {}.defer()?).into());
    }
    let rows = if query.in_transaction == Some(true) {
        let transaction = Transaction::begin()?;
        transaction.query(InsertNote { title: "Never kept".to_owned() })?;
        transaction.query(CountSlowly {})?.row_count()
    } else {
        (CountSlowly {}).query()?.row_count()
    };
    Ok(Answer::object().member("rows", &rows).into())
}
