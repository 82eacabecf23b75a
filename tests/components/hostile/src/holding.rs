//! Attacks that use no CPU time and hold on to what they have.

use crate::attacks::{Armed, Outcome};
use quarry_sdk::prelude::*;
use std::time::Duration;

statement!(warehouse, SelectSlowly, "sql/slow.sql");
statement!(warehouse, SelectTooManyRows, "sql/many_rows.sql");

/// Sleeps for ten minutes
#[endpoint(get = "/hostile/sleep", keyless, cache = no_store, body = Outcome)]
pub fn sleep(_armed: Armed) -> Result<Answer, Problem> {
    std::thread::sleep(Duration::from_secs(600));
    Ok(Answer::object().into())
}

/// Sends a byte at a time, for ever
#[endpoint(get = "/hostile/trickle", keyless, event_stream = 600, body = Outcome)]
pub fn trickle(_armed: Armed) -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    loop {
        events.send(&StreamEvent::json(&1))?;
        events.wait(50);
    }
}

/// Keeps the warehouse busy for minutes
#[endpoint(get = "/hostile/slow-statement", keyless, cache = no_store, body = Outcome)]
pub fn ask_slowly(_armed: Armed) -> Result<Answer, Problem> {
    let rows = SelectSlowly {}.query()?;
    Ok(Answer::object().member("rows", &rows.row_count()).into())
}

/// Asks for 60,000 rows
#[endpoint(get = "/hostile/many-rows", keyless, cache = no_store, body = Outcome)]
pub fn ask_for_many_rows(_armed: Armed) -> Result<Answer, Problem> {
    let rows = SelectTooManyRows {}.query()?;
    Ok(Answer::object().member("rows", &rows.row_count()).into())
}
