//! The body of an answer on its way to an HTTP/2 client, with an eye on clients that do not take it.
//!
//! HTTP/2 has windows of its own: an answer that the client grants no room for waits inside this process, and the socket
//! never notices. So each piece tells the connection's [`Activity`] when it is handed on, how much of it has left, and
//! when it is gone. Always true: the connection counts as busy until the last byte of each answer has left; an answer
//! counts as waiting for the client while bytes of it are handed on and not sent, or while the client grants no room to
//! ask for more; it never counts as waiting while its maker is slow. HTTP/1 answers pass through: `paced_stream` sees them.

use crate::listener::activity::{Activity, InFlight};
use crate::response_body::{BodyError, ResponseBody};
use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

/// A response's body as the connection sends it.
pub(super) struct PacedAnswer {
    body: ResponseBody,
    /// On HTTP/2: held while the client is to take more.
    waiting: Option<Waiting>,
    /// On HTTP/2.
    answer: Option<Arc<Answer>>,
}

/// A piece of a body, which says what becomes of it.
pub(super) struct AnswerBytes {
    bytes: Bytes,
    waiting: Option<Waiting>,
}

/// An answer of which something is still to be sent.
struct Answer {
    activity: Arc<Activity>,
    /// Pieces that are not sent, and the body while it is the client's turn.
    reasons_to_wait: AtomicUsize,
    _in_flight: InFlight,
}

/// One reason why an answer waits for its client, until it is dropped.
struct Waiting(Arc<Answer>);

impl Waiting {
    fn of(answer: &Arc<Answer>) -> Waiting {
        if answer.reasons_to_wait.fetch_add(1, Ordering::Relaxed) == 0 {
            answer.activity.answer_waits();
        }
        Waiting(Arc::clone(answer))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.0.reasons_to_wait.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.activity.answer_waits_no_more();
        }
    }
}

impl PacedAnswer {
    /// An answer over HTTP/1.
    pub(super) fn unpaced(mut body: ResponseBody, in_flight: InFlight) -> PacedAnswer {
        // A body that is made while it is sent keeps the connection busy until it has ended.
        body.hold(in_flight);
        PacedAnswer { body, waiting: None, answer: None }
    }

    /// An answer over HTTP/2.
    pub(super) fn paced(body: ResponseBody, activity: &Arc<Activity>, in_flight: InFlight) -> PacedAnswer {
        if body.is_end_stream() {
            return PacedAnswer { body, waiting: None, answer: None };
        }
        let activity = Arc::clone(activity);
        let answer = Arc::new(Answer { activity, reasons_to_wait: AtomicUsize::new(0), _in_flight: in_flight });
        PacedAnswer { body, waiting: Some(Waiting::of(&answer)), answer: Some(answer) }
    }
}

impl Body for PacedAnswer {
    type Data = AnswerBytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<AnswerBytes>, BodyError>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        let PacedAnswer { answer, waiting, .. } = &mut *self;
        if let Some(answer) = answer {
            match (&polled, waiting.is_some()) {
                (Poll::Pending | Poll::Ready(None | Some(Err(_))), true) => *waiting = None,
                (Poll::Ready(Some(Ok(_))), false) => *waiting = Some(Waiting::of(answer)),
                _ => {}
            }
        }
        polled.map_ok(|frame| frame.map_data(|bytes| AnswerBytes { waiting: answer.as_ref().map(Waiting::of), bytes }))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Buf for AnswerBytes {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        if let Some(Waiting(answer)) = &self.waiting {
            answer.activity.sent(count);
        }
    }
}
