//! Looking for data that changed: files that were loaded or taken back, blocks that were replaced.

use crate::rederivation::{RederiveArguments, rederive_citations};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectChanges, "src/rederivation/changes.sql");

/// A change of a chain.
#[derive(Row)]
struct Change {
    chain_id: u64,
    /// 0 where a registry changed, on which every figure of the chain may rest.
    first_block: u64,
}

/// Looks for loads, withdrawals and replaced blocks, and has the figures derived again that they touch.
#[job(every = "1 min", attempts = 3, follows = warehouse)]
pub fn watch_for_changes(followed: &Followed) -> Result<(), JobFailure> {
    let Some(turn) = followed.news()? else { return Ok(()) };
    let newest = followed.newest()?;
    let changes: Vec<Change> = SelectChanges { seen: turn.version.unsigned_abs() }.all()?;
    let transaction = turn.begin()?;
    for change in &changes {
        let chain_id = i64::try_from(change.chain_id).ok();
        let first_block = i64::try_from(change.first_block).ok();
        let arguments = RederiveArguments { chain_id, first_block, ..RederiveArguments::default() };
        // A run that is under way may be past the figures of this change: it does not stand for the one to come.
        let key = format!("{}/{}/{newest}", change.chain_id, change.first_block);
        transaction.enqueue_when::<rederive_citations>(&arguments, None, Some(key))?;
    }
    turn.end(transaction, newest)?;
    Ok(())
}
