//! The job that removes people who are gone.

use crate::presence::here_since;
use quarry_sdk::prelude::*;

statement!(app_store, ForgetGone, "src/presence/forget_gone.sql");

/// Rows of a statement, and statements of a run.
const ROWS_AT_ONCE: i64 = 5_000;
const MOST_ROUNDS: u32 = 100;

/// Removes beats of people who are gone.
pub struct ForgetPresence;

/// Nothing is asked of it.
#[derive(Serialize, Deserialize)]
pub struct ForgetPresenceArguments {}

impl Job for ForgetPresence {
    const NAME: &'static str = "forget_presence";
    const SUMMARY: &'static str = "Removes who is no longer on a page.";
    const EVERY_SECONDS: Option<u32> = Some(3_600);
    const MAX_ATTEMPTS: u32 = 3;
    type Arguments = ForgetPresenceArguments;

    fn run(_run: &JobRun, _arguments: ForgetPresenceArguments) -> Result<(), JobFailure> {
        for _ in 0..MOST_ROUNDS {
            let transaction = Transaction::begin()?;
            let gone = transaction.execute(ForgetGone { here_since: here_since(), most: ROWS_AT_ONCE })?;
            transaction.commit()?;
            if gone < ROWS_AT_ONCE.unsigned_abs() {
                break;
            }
        }
        Ok(())
    }
}
