//! `event-stream`: server-sent events, written by a component while its client reads them.

use bytes::Bytes;
use quarry_contract::EventSender;
use std::time::{Duration, Instant};
use tokio::sync::watch;

const MAX_DATA_BYTES: usize = 64 << 10;
const MAX_ID_BYTES: usize = 200;
const MAX_NAME_BYTES: usize = 100;
/// Most bytes of one stream.
const MAX_STREAM_BYTES: u64 = 64 << 20;

/// The reason why an event was not sent, in a sentence for the component's author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamFailure {
    LimitExceeded(String),
    Rejected(String),
}

/// A stream that the route declares and the component has not opened yet.
pub struct StreamOpening {
    pub sender: EventSender,
    /// The longest time that it may last once it is open.
    pub duration: Duration,
    /// Says when it was opened.
    pub opened: watch::Sender<Option<Instant>>,
}

/// An open stream.
pub struct EventSink {
    sender: EventSender,
    bytes_left: u64,
}

impl StreamFailure {
    pub(super) fn no_stream() -> StreamFailure {
        StreamFailure::Rejected("there is no stream to open: the route declares none, or it is open already".to_owned())
    }
}

impl StreamOpening {
    /// The open stream; says that it was opened `now`.
    pub(super) fn open(self, now: Instant) -> EventSink {
        self.opened.send_replace(Some(now));
        EventSink { sender: self.sender, bytes_left: MAX_STREAM_BYTES }
    }
}

impl EventSink {
    /// Sends an event once the client has taken the ones before it.
    pub async fn send(&mut self, id: Option<&str>, name: Option<&str>, data: &str) -> Result<(), StreamFailure> {
        let text = written(id, name, data)?;
        self.bytes_left = self.bytes_left.checked_sub(text.len() as u64).ok_or_else(|| {
            StreamFailure::LimitExceeded(format!(
                "a stream has at most {MAX_STREAM_BYTES} bytes; the client may come again"
            ))
        })?;
        // False when the client has left: then this call is being ended.
        let _ = self.sender.send(Bytes::from(text)).await;
        Ok(())
    }
}

/// The event as `text/event-stream` has it.
fn written(id: Option<&str>, name: Option<&str>, data: &str) -> Result<String, StreamFailure> {
    if data.len() > MAX_DATA_BYTES {
        return Err(StreamFailure::LimitExceeded(format!(
            "the data of an event has at most {MAX_DATA_BYTES} bytes, and this one has {}",
            data.len()
        )));
    }
    let mut text = String::with_capacity(data.len() + 64);
    for (field, value, most) in [("id", id, MAX_ID_BYTES), ("event", name, MAX_NAME_BYTES)] {
        let Some(value) = value else { continue };
        if value.len() > most || value.contains(['\r', '\n', '\0']) {
            return Err(StreamFailure::Rejected(format!(
                "the {field} of an event has at most {most} bytes and no line breaks: {value:?}"
            )));
        }
        for piece in [field, ": ", value, "\n"] {
            text.push_str(piece);
        }
    }
    // Each kind of line break ends a line of the format.
    for line in data.replace("\r\n", "\n").split(['\n', '\r']) {
        for piece in ["data: ", line, "\n"] {
            text.push_str(piece);
        }
    }
    text.push('\n');
    Ok(text)
}
