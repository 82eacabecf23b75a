//! An answer that is read as it comes.

use crate::outbound::error::OutboundError;
use bytes::Bytes;
use http::HeaderMap;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::SendRequest;
use std::time::Duration;
use tokio::task::AbortHandle;

/// The head of an answer, and its body on the way. Dropped, it ends the connection.
#[derive(Debug)]
pub struct IncomingAnswer {
    pub status: u16,
    pub headers: HeaderMap,
    pub(super) server: String,
    pub(super) body: Incoming,
    /// Bytes that came and were not asked for yet.
    pub(super) rest: Bytes,
    /// Bytes that may still come, of `max_bytes`.
    pub(super) bytes_left: usize,
    pub(super) max_bytes: usize,
    /// Kept, so that the connection ends with the answer.
    pub(super) _connection: Connection,
}

/// The task that moves a connection, which ends with this.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) task: AbortHandle,
    /// Kept, since a connection without it ends once it is idle.
    pub(super) sender: SendRequest<Full<Bytes>>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl IncomingAnswer {
    /// Gives what has come, at most `most_bytes`: nothing where none came within `wait`, and `None` at the end. Dropped halfway, it
    /// loses nothing.
    pub async fn read(&mut self, most_bytes: usize, wait: Duration) -> Result<Option<Bytes>, OutboundError> {
        if self.rest.is_empty() {
            match tokio::time::timeout(wait, self.next_data()).await {
                Err(_) => return Ok(Some(Bytes::new())),
                Ok(None) => return Ok(None),
                Ok(Some(data)) => self.rest = data?,
            }
        }
        let length = self.rest.len().min(most_bytes);
        Ok(Some(self.rest.split_to(length)))
    }

    /// The next bytes of the body; none at its end.
    async fn next_data(&mut self) -> Option<Result<Bytes, OutboundError>> {
        loop {
            let frame = match self.body.frame().await? {
                Ok(frame) => frame,
                Err(source) => {
                    return Some(Err(OutboundError::Body { server: self.server.clone(), source: source.into() }));
                }
            };
            // Trailers are not given to anybody.
            let Ok(data) = frame.into_data() else { continue };
            if data.is_empty() {
                continue;
            }
            let Some(left) = self.bytes_left.checked_sub(data.len()) else {
                return Some(Err(OutboundError::AnswerTooLarge { server: self.server.clone(), limit: self.max_bytes }));
            };
            self.bytes_left = left;
            return Some(Ok(data));
        }
    }
}
