//! A request's body, with an eye on clients that dribble it.
//!
//! Always true: a body ends within `body_read` of its head and comes at `min_bytes_per_second` over each `pace_window`,
//! or reading it fails with [`RequestBodyError::TooSlow`]. A request without a body costs nothing here.
//!
//! A body that nobody wants, because the request is refused before it is read or in the middle of it, is still taken from an HTTP/1.1
//! client for a while and thrown away (`linger`): to close a connection on which bytes lie unread resets it, and the client would lose
//! the answer that says why.

use crate::limits::ListenerLimits;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use thiserror::Error;
use tokio::time::{Instant, Sleep};

/// The time for which a body that nobody wants is taken, and the most of it.
const LINGER: Duration = Duration::from_secs(5);
const LINGER_BYTES: u64 = 64 << 20;

/// A request's body as the edge reads it.
pub struct RequestBody {
    /// None once it has ended, well or badly.
    incoming: Option<Incoming>,
    /// Its rest is taken when it is dropped.
    lingers: bool,
    pace: Pace,
    /// Made when the body first has to be waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

#[derive(Clone)]
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
    /// `lingers`: the client sends all of the body before it reads the answer, so the rest is taken after a refusal too.
    pub(super) fn new(incoming: Incoming, lingers: bool, limits: &ListenerLimits) -> RequestBody {
        let ends = (!incoming.is_end_stream()).then(|| Instant::now() + limits.body_read);
        let pace = Pace {
            body_read: limits.body_read,
            window: limits.pace_window,
            bytes_per_window: limits.pace_bytes(),
            ends,
            received_in_window: 0,
        };
        RequestBody { incoming: Some(incoming), lingers, pace, timer: None }
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
        let Some(incoming) = &mut self.incoming else { return Poll::Ready(None) };
        match Pin::new(incoming).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
                self.pace.received_in_window = self.pace.received_in_window.saturating_add(bytes);
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(ended) => {
                self.incoming = None;
                Poll::Ready(ended.map(|frame| frame.map_err(RequestBodyError::from)))
            }
            Poll::Pending if self.is_in_time(context) => Poll::Pending,
            Poll::Pending => {
                self.incoming = None;
                Poll::Ready(Some(Err(RequestBodyError::TooSlow)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map_or_else(|| SizeHint::with_exact(0), Incoming::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(incoming) = self.incoming.take() else { return };
        if self.lingers
            && !incoming.is_end_stream()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let rest = RequestBody { incoming: Some(incoming), lingers: false, pace: self.pace.clone(), timer: None };
            runtime.spawn(linger(rest));
        }
    }
}

/// Takes what is left of a body, within bounds and at its client's pace.
async fn linger(mut rest: RequestBody) {
    let taking = async {
        let mut taken = 0;
        while let Some(Ok(frame)) = rest.frame().await {
            taken += frame.data_ref().map_or(0, |data| data.len() as u64);
            if taken > LINGER_BYTES {
                break;
            }
        }
    };
    if tokio::time::timeout(LINGER, taking).await.is_err() {
        tracing::debug!("a body that nobody wanted did not end in time");
    }
}
