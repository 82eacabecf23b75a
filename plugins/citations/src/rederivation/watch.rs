//! Looking for data that changed: files that were loaded or taken back, blocks that were replaced.

use crate::rederivation::{RederiveArguments, RederiveCitations};
use quarry_sdk::prelude::*;

statement!(app_store, SelectSeen, "src/rederivation/seen.sql");
statement!(app_store, UpdateSeen, "src/rederivation/update_seen.sql");
statement!(warehouse, SelectNewestRun, "src/rederivation/newest_run.sql");
statement!(warehouse, SelectChanges, "src/rederivation/changes.sql");

/// Begins a run of [`RederiveCitations`] for each chain in which something changed.
pub struct WatchForChanges;

/// Arguments of the watch: it takes none.
#[derive(Serialize, Deserialize)]
pub struct WatchArguments {}

/// A change of a chain.
#[derive(Row)]
struct Change {
    chain_id: u64,
    /// 0 where a registry changed, on which every figure of the chain may rest.
    first_block: u64,
}

impl Job for WatchForChanges {
    const NAME: &'static str = "watch_for_changes";
    const SUMMARY: &'static str =
        "Looks for loads, withdrawals and replaced blocks, and has the figures derived again that they touch.";
    const EVERY_SECONDS: Option<u32> = Some(60);
    const MAX_ATTEMPTS: u32 = 1;
    type Arguments = WatchArguments;

    fn run(_: &JobRun, _: WatchArguments) -> Result<(), JobFailure> {
        let seen = SelectSeen {}.query()?.integer(0, "seen_version").unwrap_or_default().unsigned_abs();
        let newest = SelectNewestRun {}.query()?.integer(0, "version").unwrap_or_default().unsigned_abs();
        if newest <= seen {
            return Ok(());
        }
        let changes: Vec<Change> = SelectChanges { seen }.all()?;
        let transaction = Transaction::begin()?;
        for change in &changes {
            let chain_id = i64::try_from(change.chain_id).ok();
            let first_block = i64::try_from(change.first_block).ok();
            let arguments = RederiveArguments { chain_id, first_block, ..RederiveArguments::default() };
            // A run that is under way may be past the figures of this change: it does not stand for the one to come.
            let key = format!("{}/{}/{newest}", change.chain_id, change.first_block);
            transaction.enqueue_when::<RederiveCitations>(&arguments, None, Some(key))?;
        }
        transaction.execute(UpdateSeen { seen_version: i64::try_from(newest).unwrap_or(i64::MAX) })?;
        transaction.commit()?;
        Ok(())
    }
}
