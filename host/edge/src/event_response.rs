//! Stage: encode, for an event stream: events as they come, a comment when none does, an end when the host stops.

use crate::encode::empty_response;
use crate::response_body::{BodyError, ResponseBody};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::future::BoxFuture;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use quarry_contract::EventStream;
use quarry_stores::shutdown::Shutdown;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// The time after which a silent stream shows that it lives: proxies and clients give up after half a minute.
const HEARTBEAT: Duration = Duration::from_secs(15);
const COMMENT: &[u8] = b":\n\n";

/// Asks a proxy in front not to gather events.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The response that sends the events.
pub(super) fn event_response(events: EventStream, shutdown: Option<Shutdown>) -> Response<ResponseBody> {
    let mut response = empty_response(StatusCode::OK);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    let stopping: BoxFuture<'static, ()> = match shutdown {
        Some(mut shutdown) => Box::pin(async move { shutdown.wait().await }),
        None => Box::pin(std::future::pending()),
    };
    let heartbeat = Box::pin(tokio::time::sleep(HEARTBEAT));
    let pieces = EventPieces { events: Some(events), heartbeat, stopping };
    *response.body_mut() = ResponseBody::pieces(pieces, None);
    response
}

struct EventPieces {
    /// Gone at the end, with the writer.
    events: Option<EventStream>,
    heartbeat: Pin<Box<Sleep>>,
    stopping: BoxFuture<'static, ()>,
}

impl Stream for EventPieces {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(events) = &self.events else { return Poll::Ready(None) };
        let piece = match events.poll_next(context) {
            Poll::Ready(piece) => piece.map(|piece| piece.map_err(BodyError::new)),
            // Clients of an event stream come again on their own, and then elsewhere.
            Poll::Pending if self.stopping.as_mut().poll(context).is_ready() => None,
            Poll::Pending => {
                if self.heartbeat.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                Some(Ok(Bytes::from_static(COMMENT)))
            }
        };
        match &piece {
            Some(Ok(_)) => self.heartbeat.as_mut().reset(Instant::now() + HEARTBEAT),
            _ => self.events = None,
        }
        Poll::Ready(piece)
    }
}
