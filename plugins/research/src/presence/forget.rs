//! The job that removes people who are gone.

use crate::presence::here_since;
use quarry_sdk::prelude::*;

statement!(app_store, ForgetGone, "src/presence/forget_gone.sql");

/// Rows of a statement.
const ROWS_AT_ONCE: i64 = 5_000;

/// Removes who is no longer on a page.
#[job(every = "1 h", attempts = 3)]
pub fn forget_presence(run: &JobRun) -> Result<(), JobFailure> {
    while run.goes_on() {
        let transaction = Transaction::begin()?;
        let gone = transaction.execute(ForgetGone { here_since: here_since(), most: ROWS_AT_ONCE })?;
        transaction.commit()?;
        if gone < ROWS_AT_ONCE.unsigned_abs() {
            break;
        }
    }
    Ok(())
}
