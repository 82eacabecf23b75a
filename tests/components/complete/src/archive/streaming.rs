//! Event streams: good ones, and each way to break one.

use crate::archive::storing::Anything;
use quarry_sdk::outbound_http::{IncomingPiece, Outbound};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

#[derive(Parameters)]
pub struct Counting {
    /// The number of events.
    #[parameter(minimum = 0, maximum = 1000000, example = "3")]
    count: i64,
    /// Milliseconds between two.
    #[parameter(minimum = 0, maximum = 100000, example = "10")]
    pause: i64,
}

/// Counts
#[endpoint(get = "/archive/count", keyless, event_stream = 2, body = Anything)]
pub fn count_events(query: Counting) -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    for number in 0..query.count {
        events
            .send(&StreamEvent::json(&json!({ "number": number })).with_id(number.to_string()).with_name("number"))?;
        events.wait(u32::try_from(query.pause).unwrap_or_default());
    }
    Ok(events.end())
}

/// Sends 32 KiB again and again, and logs how far it came
#[endpoint(get = "/archive/flood", keyless, event_stream = 600, body = Anything)]
pub fn flood_events(query: Counting) -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    let event = StreamEvent { id: None, name: None, data: "x".repeat(32 << 10) };
    for number in 0..query.count {
        events.send(&event)?;
        if number % 50 == 0 {
            quarry_sdk::log::emit(quarry_sdk::log::Level::Info, &format!("flooded {number}"));
        }
    }
    Ok(events.end())
}

/// Sends one event and is silent then
#[endpoint(get = "/archive/slow", keyless, event_stream = 600, body = Anything)]
pub fn wait_long() -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    events.send(&StreamEvent::json(&1))?;
    events.wait(600_000);
    Ok(events.end())
}

/// Refuses before it opens the stream
#[endpoint(get = "/archive/refused", keyless, event_stream, body = Anything)]
pub fn refuse_stream() -> Result<Answer, Problem> {
    Err(Problem::not_found("There is nothing to follow."))
}

/// Breaks down in the middle
#[endpoint(get = "/archive/broken", keyless, event_stream, body = Anything)]
pub fn break_stream() -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    events.send(&StreamEvent::json(&1))?;
    // Long enough for the event to reach the client.
    events.wait(300);
    panic!("in the middle");
}

/// Run without opening the stream
#[endpoint(get = "/archive/unopened", keyless, event_stream, body = Anything)]
pub fn never_open() -> Result<Answer, Problem> {
    Ok(Answer::object().into())
}

/// Opens a stream on a route that has none
#[endpoint(get = "/archive/misused", keyless, cache = no_store, body = Anything)]
pub fn misuse_stream() -> Result<Answer, Problem> {
    let failure = format!("{:?}", EventSink::open().err());
    Ok(Answer::object().member("failure", &failure).into())
}

/// One turn of a conversation: a post that is answered with events
#[endpoint(post = "/archive/turns", keyless, event_stream = 10, body = Anything)]
pub fn take_turn(JsonBody(turn): JsonBody<Turn>) -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    for word in turn.text.split(' ') {
        events.send(&StreamEvent::json(&word))?;
    }
    Ok(events.end())
}

/// The text of one turn.
#[derive(Debug, serde::Deserialize, Schema)]
pub struct Turn {
    pub text: String,
}

#[derive(Parameters)]
pub struct Relayed {
    /// The server to ask. It has no example, so that no self-test asks one.
    #[parameter(max_length = 300)]
    url: String,
}

/// Tells what a server outside answers as it comes, and ends after a second in which nothing came
#[endpoint(get = "/archive/relay", keyless, event_stream = 10, body = Anything)]
pub fn relay_answer(query: Relayed) -> Result<Answer, Problem> {
    let mut events = EventSink::open()?;
    let mut answer = Outbound::get(query.url.as_str()).open()?;
    events.send(&StreamEvent::json(&answer.status()))?;
    let second = Outbound::get(query.url.as_str()).open().err();
    events.send(&StreamEvent::json(&format!("{second:?}")))?;
    loop {
        match answer.read(65_536, 1_000) {
            Ok(IncomingPiece::Bytes(bytes)) => {
                let start: String = String::from_utf8_lossy(&bytes).chars().take(20).collect();
                events.send(&StreamEvent::json(&start))?;
            }
            Ok(IncomingPiece::Nothing) => {
                events.send(&StreamEvent::json(&"nothing came"))?;
                break;
            }
            Ok(IncomingPiece::End) => {
                events.send(&StreamEvent::json(&"the end"))?;
                break;
            }
            Err(failure) => {
                events.send(&StreamEvent::json(&format!("{failure:?}")))?;
                break;
            }
        }
    }
    drop(answer);
    // Its place is free.
    let again = Outbound::get(query.url.as_str()).open().map(|answer| answer.status());
    events.send(&StreamEvent::json(&format!("{again:?}")))?;
    Ok(events.end())
}
