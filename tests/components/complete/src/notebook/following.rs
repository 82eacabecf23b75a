//! A job that follows the warehouse: it keeps each load that is new, and stands still where a test wants to kill its host.

use quarry_sdk::Mark;
use quarry_sdk::bindings::quarry::plugin::jobs;
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;
use std::time::Duration;

statement!(warehouse, SelectNextLoad, "sql/next_load.sql");
statement!(app_store, InsertLoad, "sql/insert_load.sql");

/// The time for which it stands still, less than a transaction may be open.
const STANDS_FOR: Duration = Duration::from_secs(4);

/// The way in which it runs.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct KeepLoadsArguments {
    /// The place at which it stands still: `begun`, `kept` or `marked`.
    #[serde(default)]
    stands_at: Option<String>,
    /// Statements that it spends before each load.
    #[serde(default)]
    spends: u32,
}

#[derive(Row)]
struct Load {
    /// The version of the rows that it wrote.
    reached: i64,
}

impl KeepLoadsArguments {
    /// Stands still, at the first attempt.
    fn reaches(&self, run: &JobRun, place: &str) {
        if self.stands_at.as_deref() == Some(place) && run.attempt() == 1 {
            log::emit(Level::Warn, &format!("it stands where it has {place}"));
            std::thread::sleep(STANDS_FOR);
        }
    }

    fn spend(&self) -> Result<(), StatementFailure> {
        (0..self.spends).try_for_each(|_| jobs::marks().map(|_| ()))
    }
}

/// Keeps each load of the warehouse that is new.
#[job(every = "1 h", timeout = "2 min", attempts = 5, follows = warehouse)]
pub fn keep_loads(run: &JobRun, followed: &Followed, arguments: KeepLoadsArguments) -> Result<(), JobFailure> {
    let Some(turn) = followed.news()? else { return Ok(()) };
    arguments.reaches(run, "begun");
    let (mut seen, newest) = (turn.version, followed.newest()?);
    loop {
        let next = SelectNextLoad { seen: seen.unsigned_abs(), newest: newest.unsigned_abs() };
        let Some(Load { reached }) = next.one()? else { break };
        if !run.has_room_for(1) {
            return Ok(());
        }
        arguments.spend()?;
        let transaction = turn.begin()?;
        transaction.execute(InsertLoad { version: reached })?;
        arguments.reaches(run, "kept");
        turn.end(transaction, reached)?;
        arguments.reaches(run, "marked");
        seen = reached;
    }
    let transaction = turn.begin()?;
    // A part that it has done with leaves nothing.
    followed.start(&transaction, "passing", Mark { version: newest, looked_at: Time::now() })?;
    followed.remove(&transaction, "passing")?;
    turn.end(transaction, newest)?;
    Ok(())
}
