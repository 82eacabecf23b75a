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
pub struct RecountNote;

impl Job for RecountNote {
    const NAME: &'static str = "recount_note";
    const SUMMARY: &'static str = "Counts a note.";
    type Arguments = RecountNoteArguments;

    fn run(_run: &JobRun, arguments: Self::Arguments) -> Result<(), JobFailure> {
        let transaction = Transaction::begin()?;
        let counted = transaction.execute(CountNote { id: arguments.id })?;
        transaction.commit()?;
        match counted {
            0 => Err(JobFailure::GiveUp(format!("there is no note {}", arguments.id))),
            _ => Ok(()),
        }
    }
}

/// The way in which it misbehaves: `give_up`, `fail`, `defer`, `panic`, `loop`, `wait`.
#[derive(Debug, Serialize, Deserialize)]
pub struct MisbehaveArguments {
    pub how: String,
}

/// Ends badly, or only when it is stopped.
pub struct Misbehave;

impl Job for Misbehave {
    const NAME: &'static str = "misbehave";
    const SUMMARY: &'static str = "Ends badly.";
    const TIMEOUT_SECONDS: u32 = 60;
    const MAX_ATTEMPTS: u32 = 2;
    type Arguments = MisbehaveArguments;

    fn run(run: &JobRun, arguments: Self::Arguments) -> Result<(), JobFailure> {
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
}

/// Nothing.
#[derive(Debug, Serialize, Deserialize)]
pub struct TickArguments {}

/// Runs by itself.
pub struct Tick;

impl Job for Tick {
    const NAME: &'static str = "tick";
    const SUMMARY: &'static str = "Runs by itself.";
    const EVERY_SECONDS: Option<u32> = Some(3_600);
    type Arguments = TickArguments;

    fn run(_run: &JobRun, _arguments: Self::Arguments) -> Result<(), JobFailure> {
        Ok(())
    }
}
