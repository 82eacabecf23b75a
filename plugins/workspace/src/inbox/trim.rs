//! The job that removes entries in whose place a hundred newer ones came.

use quarry_sdk::prelude::*;

statement!(app_store, SelectFullInboxes, "src/inbox/full_inboxes.sql");
statement!(app_store, DeleteOldEntries, "src/inbox/trim_inboxes.sql");

/// Keeps each inbox at its newest hundred entries.
#[job(every = "1 h", attempts = 3)]
pub fn trim_inboxes(run: &JobRun) -> Result<(), JobFailure> {
    while run.goes_on() {
        let people: Vec<i64> = SelectFullInboxes {}.values()?;
        if people.is_empty() {
            break;
        }
        let transaction = Transaction::begin()?;
        transaction.execute(DeleteOldEntries { people })?;
        transaction.commit()?;
    }
    Ok(())
}
