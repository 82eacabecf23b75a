//! Events that are too long, and a stream that is opened twice.

use crate::calls::{Anything, failed};
use quarry_sdk::prelude::*;

/// Opens a stream twice, and sends what is too long and malformed
#[endpoint(get = "/intruder/stream", keyless, event_stream = 5, body = Anything)]
pub fn stream_too_much() -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    let again = EventSink::open().map(drop).map_err(failed);
    let long = StreamEvent { id: None, name: None, data: "x".repeat((64 << 10) + 1) };
    let long = events.send(&long).map_err(failed);
    let split = StreamEvent { id: Some("1\ndata: forged".to_owned()), name: None, data: String::new() };
    let split = events.send(&split).map_err(failed);
    for outcome in [again, long, split] {
        events.send(&StreamEvent::json(&outcome.err()))?;
    }
    Ok(events.end())
}
