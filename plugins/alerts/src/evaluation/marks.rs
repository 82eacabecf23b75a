//! The marks of parts that are looked at by themselves: when one rests, how one begins, and how a turn ends.

use quarry_sdk::prelude::*;
use quarry_sdk::{Mark, Turn};

/// Seconds after which a part in which nothing is new is noted as looked at once more.
const NOTED_AFTER_SECONDS: i64 = 60;

/// Tells whether there is nothing to do at a part: nothing is new, and it was noted lately.
pub fn rests(mark: Mark, newest: i64, now: Time) -> bool {
    mark.version >= newest && mark.looked_at > now.minus_seconds(NOTED_AFTER_SECONDS)
}

/// Begins to look at a part from now on: what is there already is not new.
pub fn start(followed: &Followed, part: &str, version: i64, looked_at: Time) -> Result<(), JobFailure> {
    let transaction = Transaction::begin()?;
    followed.start(&transaction, part, Mark { version, looked_at })?;
    transaction.commit()?;
    Ok(())
}

/// Ends a turn, with a transaction of its own.
pub fn end(turn: &Turn, version: i64) -> Result<(), JobFailure> {
    turn.end(turn.begin()?, version)?;
    Ok(())
}
