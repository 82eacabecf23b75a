//! A request's body, with an eye on clients that dribble it.
//!
//! Always true: a body ends within `body_read` of its head and comes at `min_bytes_per_second` over each `pace_window`,
//! or reading it fails with [`RequestBodyError::TooSlow`]. A request without a body costs nothing here.

use crate::limits::ListenerLimits;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use thiserror::Error;
use tokio::time::{Instant, Sleep};

/// A request's body as the edge reads it.
pub struct RequestBody {
    incoming: Incoming,
    pace: Pace,
    /// Made when the body first has to be waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

struct Pace {
    body_read: Duration,
    window: Duration,
    bytes_per_window: u64,
    ends: Option<Instant>,
    received_in_window: u64,
}

/// The reason why a body cannot be read.
#[derive(Debug, Error)]
pub enum RequestBodyError {
    #[error("the client sends its body too slowly")]
    TooSlow,
    #[error("the body cannot be read: {0}")]
    Read(#[from] hyper::Error),
}

impl RequestBody {
    pub(super) fn new(incoming: Incoming, limits: &ListenerLimits) -> RequestBody {
        let ends = (!incoming.is_end_stream()).then(|| Instant::now() + limits.body_read);
        let pace = Pace {
            body_read: limits.body_read,
            window: limits.pace_window,
            bytes_per_window: limits.pace_bytes(),
            ends,
            received_in_window: 0,
        };
        RequestBody { incoming, pace, timer: None }
    }

    /// True when the client is still in time, now that its body has to be waited for.
    fn is_in_time(&mut self, context: &mut Context<'_>) -> bool {
        let pace = &mut self.pace;
        let ends = *pace.ends.get_or_insert_with(|| Instant::now() + pace.body_read);
        let timer = self
            .timer
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(ends.min(Instant::now() + pace.window))));
        while timer.as_mut().poll(context).is_ready() {
            let now = Instant::now();
            if now >= ends || pace.received_in_window < pace.bytes_per_window {
                return false;
            }
            pace.received_in_window = 0;
            timer.as_mut().reset(ends.min(now + pace.window));
        }
        true
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = RequestBodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, RequestBodyError>>> {
        match Pin::new(&mut self.incoming).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
                self.pace.received_in_window = self.pace.received_in_window.saturating_add(bytes);
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error.into()))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending if self.is_in_time(context) => Poll::Pending,
            Poll::Pending => Poll::Ready(Some(Err(RequestBodyError::TooSlow))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.size_hint()
    }
}
