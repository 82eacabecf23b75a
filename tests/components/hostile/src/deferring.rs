//! Statements that are left to the host: handed on, too many, too slow, never used, and looked at all the same.

use crate::attacks::{Armed, Outcome, SelectOne, refusal};
use crate::holding::{SelectSlowly, SelectTooManyRows};
use crate::retired::{Numbers, SelectNumbers};
use quarry_sdk::bindings::quarry::plugin::warehouse;
use quarry_sdk::prelude::*;

/// Hands on rows, the first row, and rows that it has looked at, in one answer
#[endpoint(get = "/hostile/deferred/handed-on", keyless, cache = no_store, body = Outcome)]
pub fn hand_on() -> Result<Answer, Problem> {
    let looked_at = SelectOne {}.query()?;
    let count = looked_at.row_count();
    let object = Answer::object().rows("rows", SelectOne {}.defer()?).member("count", &count).row("row", looked_at);
    // More than are run beside each other.
    let object = (0..6).try_fold(object, |object, number| {
        Ok::<_, Problem>(object.row(&format!("row_{number}"), SelectOne {}.defer()?))
    })?;
    Ok(object.into())
}

/// A page of numbers that it never sees
#[endpoint(get = "/hostile/deferred/page", keyless, paged, body = Numbers)]
pub fn hand_on_page() -> Result<Answer, Problem> {
    Ok(Answer::object().page("numbers", (SelectNumbers {}).defer()?).into())
}

/// Leaves minutes of work behind
#[endpoint(get = "/hostile/deferred/slow-statement", keyless, cache = no_store, body = Outcome)]
pub fn defer_slowly(_armed: Armed) -> Result<Answer, Problem> {
    Ok(Answer::object().rows("rows", (SelectSlowly {}).defer()?).into())
}

/// Leaves 60,000 rows to be read
#[endpoint(get = "/hostile/deferred/many-rows", keyless, cache = no_store, body = Outcome)]
pub fn defer_many_rows(_armed: Armed) -> Result<Answer, Problem> {
    Ok(Answer::object().rows("rows", (SelectTooManyRows {}).defer()?).into())
}

/// Defers 100,000 statements, and stops where it is told to
#[endpoint(get = "/hostile/deferred/statements", keyless, cache = no_store, body = Outcome)]
pub fn defer_many_statements(_armed: Armed) -> Result<Answer, Problem> {
    let deferred = (0..100_000).map(|_| SelectOne {}.defer()).collect::<Result<Vec<_>, _>>()?;
    Ok(Answer::object().member("deferred", &deferred.len()).into())
}

/// Defers minutes of work and answers without them
#[endpoint(get = "/hostile/deferred/unused", keyless, cache = no_store, body = Outcome)]
pub fn defer_in_vain() -> Result<Answer, Problem> {
    let _unused = (SelectSlowly {}).defer()?;
    Ok(Answer::object().member("answered", &true).into())
}

/// Looks at rows that it left to the host, past the SDK, whose types do not let it
#[endpoint(get = "/hostile/deferred/looked-at", keyless, cache = no_store, body = Outcome)]
pub fn look_at_deferred(_armed: Armed) -> Result<Answer, Problem> {
    let rows = warehouse::defer_query(SelectOne::NAME, &[])?;
    Ok(Answer::object().member("rows", &rows.row_count()).into())
}

/// Defers a statement that the manifest does not declare
#[endpoint(get = "/hostile/deferred/undeclared", keyless, cache = no_store, body = Outcome)]
pub fn defer_undeclared() -> Result<Answer, Problem> {
    refusal(warehouse::defer_query("drop_everything", &[]).err())
}

/// Defers a statement where no answer can have its rows, and says as an event what it was told
#[endpoint(get = "/hostile/deferred/stream", keyless, event_stream = 10, body = Outcome)]
pub fn defer_in_stream() -> Result<Answer, Problem> {
    let told = format!("{:?}", SelectOne {}.defer().err());
    let mut events = EventSink::open()?;
    events.send(&StreamEvent::json(&told))?;
    Ok(events.end())
}
