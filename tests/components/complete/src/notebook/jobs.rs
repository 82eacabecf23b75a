//! Jobs that count, and jobs that misbehave.

use crate::calls::stores::AskWarehouse;
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, CountNote, "sql/recount_note.sql");

/// The note to count.
#[derive(Debug, Serialize, Deserialize)]
pub struct RecountNoteArguments {
    pub id: i64,
}

/// Counts a note.
#[job]
pub fn recount_note(arguments: RecountNoteArguments) -> Result<(), JobFailure> {
    let transaction = Transaction::begin()?;
    let counted = transaction.execute(CountNote { id: arguments.id })?;
    transaction.commit()?;
    match counted {
        0 => Err(JobFailure::GiveUp(format!("there is no note {}", arguments.id))),
        _ => Ok(()),
    }
}

/// The way in which it misbehaves: `give_up`, `fail`, `defer`, `panic`, `loop`, `wait`.
#[derive(Debug, Serialize, Deserialize)]
pub struct MisbehaveArguments {
    pub how: String,
}

/// Ends badly.
#[job(timeout = "1 min", attempts = 2)]
pub fn misbehave(run: &JobRun, arguments: MisbehaveArguments) -> Result<(), JobFailure> {
    match arguments.how.as_str() {
        "give_up" => Err(JobFailure::GiveUp("it makes no sense".to_owned())),
        "fail" => Err(JobFailure::Retry(format!("attempt {} failed", run.attempt()))),
        // No answer of a job can have the rows.
        "defer" => Err(JobFailure::GiveUp(format!("told: {:?}", AskWarehouse {}.defer().err()))),
        "panic" => panic!("on purpose"),
        "wait" => {
            let mut done = 0;
            while run.report_progress(done, Some(1_000_000))? {
                done += 1;
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Runs by itself.
#[job(every = "1 h")]
pub fn tick() -> Result<(), JobFailure> {
    Ok(())
}
