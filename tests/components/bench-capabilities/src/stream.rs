//! A stream with a message a second.

use quarry_sdk::prelude::*;
use serde::Serialize;

/// The content of each message.
#[derive(Debug, Serialize, Schema)]
pub struct Tick {
    #[schema(example = 1)]
    pub number: u64,
}

/// A message a second
#[endpoint(get = "/bench/event_stream", keyless, event_stream = 600, body = Tick)]
pub fn follow_bench_ticks() -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    for number in 0..600 {
        events.send(&StreamEvent::json(&Tick { number }))?;
        events.wait(1_000);
    }
    Ok(events.end())
}
