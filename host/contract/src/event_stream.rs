//! An event stream as the body of an answer: a short channel from the writer of the events to the connection.
//!
//! Always true: at most [`EVENTS_AHEAD`] events wait in it, so a client that reads slowly holds the writer up; dropping
//! the stream ends the writer; a writer that is gone without [`EventSender::end`] leaves a stream that breaks off instead
//! of one that ends.

use bytes::Bytes;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// Events that may wait for the client.
const EVENTS_AHEAD: usize = 4;

/// The writer of a stream broke down; the connection says so by breaking off.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
#[error("the event stream broke off")]
pub struct StreamBroken;

enum Piece {
    Event(Bytes),
    End,
}

/// The writing end.
#[derive(Debug, Clone)]
pub struct EventSender(mpsc::Sender<Piece>);

/// The reading end. Clones share it: one of them can read.
#[derive(Clone)]
pub struct EventStream(Arc<Mutex<Reading>>);

struct Reading {
    pieces: mpsc::Receiver<Piece>,
    writer: Option<AbortHandle>,
}

/// The two ends.
pub fn event_stream() -> (EventSender, EventStream) {
    let (sender, pieces) = mpsc::channel(EVENTS_AHEAD);
    (EventSender(sender), EventStream(Arc::new(Mutex::new(Reading { pieces, writer: None }))))
}

impl EventSender {
    /// Sends bytes once there is room; false when nobody reads any more.
    pub async fn send(&self, bytes: Bytes) -> bool {
        self.0.send(Piece::Event(bytes)).await.is_ok()
    }

    /// Says that this was all.
    pub async fn end(&self) {
        // Nobody reads any more: then it has ended already.
        let _ = self.0.send(Piece::End).await;
    }

    /// Waits until nobody reads any more.
    pub async fn left(&self) {
        self.0.closed().await;
    }
}

impl EventStream {
    /// Makes the task that writes end with the stream.
    pub fn ends_writer(self, writer: AbortHandle) -> EventStream {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).writer = Some(writer);
        self
    }

    /// The next bytes; `None` at the end.
    pub fn poll_next(&self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, StreamBroken>>> {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reading.pieces.poll_recv(context).map(|piece| match piece {
            Some(Piece::Event(bytes)) => Some(Ok(bytes)),
            Some(Piece::End) => None,
            None => Some(Err(StreamBroken)),
        })
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(writer) = &self.writer {
            writer.abort();
        }
    }
}

impl PartialEq for EventStream {
    fn eq(&self, other: &EventStream) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EventStream")
    }
}
