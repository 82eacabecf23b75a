//! The job that removes entries in whose place a hundred newer ones came.

use quarry_sdk::prelude::*;

statement!(app_store, SelectFullInboxes, "src/inbox/full_inboxes.sql");
statement!(app_store, DeleteOldEntries, "src/inbox/trim_inboxes.sql");

/// Rounds of one run; what is left is the next run's.
const MOST_ROUNDS: u32 = 50;

/// Keeps each inbox at its newest hundred entries.
pub struct TrimInboxes;

/// Nothing is asked of it.
#[derive(Serialize, Deserialize)]
pub struct TrimInboxesArguments {}

#[derive(Row)]
struct FullInbox {
    user_id: i64,
}

impl Job for TrimInboxes {
    const NAME: &'static str = "trim_inboxes";
    const SUMMARY: &'static str = "Keeps each inbox at its newest hundred entries.";
    const EVERY_SECONDS: Option<u32> = Some(3_600);
    const MAX_ATTEMPTS: u32 = 3;
    type Arguments = TrimInboxesArguments;

    fn run(_run: &JobRun, _arguments: TrimInboxesArguments) -> Result<(), JobFailure> {
        for _ in 0..MOST_ROUNDS {
            let full: Vec<FullInbox> = SelectFullInboxes {}.all()?;
            if full.is_empty() {
                break;
            }
            let transaction = Transaction::begin()?;
            transaction.execute(DeleteOldEntries { people: full.iter().map(|inbox| inbox.user_id).collect() })?;
            transaction.commit()?;
        }
        Ok(())
    }
}
