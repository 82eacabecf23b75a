//! Server-sent events, written while the client reads them, on a route that declares `event_stream`.
//!
//! ```no_run
//! use quarry_sdk::prelude::*;
//! use serde::Serialize;
//!
//! #[derive(Schema, Serialize)]
//! struct Tick {
//!     number: u64,
//! }
//!
//! /// A message a second
//! #[endpoint(get = "/ticks", key = "read", event_stream = 600, body = Tick)]
//! fn follow_ticks() -> Result<Answer, Problem> {
//!     let mut events = EventSink::open()?;
//!     for number in 0..600 {
//!         events.send(&StreamEvent::json(&Tick { number }))?;
//!         events.wait(1_000);
//!     }
//!     Ok(events.end())
//! }
//! ```

use crate::bindings::quarry::plugin::event_stream;
use crate::{Answer, Problem, log};
use serde::Serialize;

pub use event_stream::{Event as StreamEvent, StreamFailure};

/// An open stream. It ends when the component answers, with the route's time, or when the client leaves.
#[derive(Debug)]
pub struct EventSink {
    inner: event_stream::Sink,
}

impl EventSink {
    /// Sends the head of the answer: from here on nothing can be refused.
    pub fn open() -> Result<EventSink, StreamFailure> {
        event_stream::open().map(|inner| EventSink { inner })
    }

    /// Sends an event; waits while the client has not taken earlier ones.
    pub fn send(&mut self, event: &StreamEvent) -> Result<(), StreamFailure> {
        self.inner.send(event)
    }

    /// Waits; costs no CPU time.
    pub fn wait(&self, milliseconds: u32) {
        self.inner.wait(milliseconds);
    }

    /// Ends the stream.
    pub fn end(self) -> Answer {
        Answer::end_of_stream()
    }
}

impl StreamEvent {
    /// An event with the JSON of `data`.
    pub fn json(data: &impl Serialize) -> StreamEvent {
        StreamEvent { id: None, name: None, data: serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned()) }
    }

    /// Gives it an id, which the client sends back when it comes again.
    pub fn with_id(mut self, id: impl Into<String>) -> StreamEvent {
        self.id = Some(id.into());
        self
    }

    /// Gives it a type.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(data: &u64) -> StreamEvent {
    /// StreamEvent::json(data).with_name("tick").with_id("17")
    /// # }
    /// ```
    pub fn with_name(mut self, name: impl Into<String>) -> StreamEvent {
        self.name = Some(name.into());
        self
    }
}

/// Both failures are defects of the component.
impl From<StreamFailure> for Problem {
    fn from(failure: StreamFailure) -> Problem {
        let (StreamFailure::LimitExceeded(detail) | StreamFailure::Rejected(detail)) = failure;
        log::emit(log::Level::Error, &detail);
        Problem::new(503, "plugin_failed", "The component could not write its stream; its author has to mend it.")
    }
}
