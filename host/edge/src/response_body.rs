//! The body of a response: bytes at hand, or a stream of pieces that are made while the client takes them.
//!
//! Nearly every answer is the first kind, which costs nothing here. A stream holds everything that must live until its end: the
//! connection counts as busy until then, and dropping the stream ends the maker of its pieces.

use bytes::Bytes;
use futures_util::Stream;
use http_body::{Body, Frame, SizeHint};
use http_body_util::Full;
use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use thiserror::Error;

/// A stream broke off; the connection ends without its last piece, so that nobody takes what came for all.
#[derive(Debug, Error)]
#[error("the body of an answer broke off: {0}")]
pub struct BodyError(String);

impl BodyError {
    pub(super) fn new(reason: impl fmt::Display) -> BodyError {
        BodyError(reason.to_string())
    }
}

/// The body of every response.
#[derive(Debug)]
pub enum ResponseBody {
    Full(Full<Bytes>),
    Pieces(Box<Pieces>),
}

/// A body that is made while it is sent.
pub struct Pieces {
    stream: Pin<Box<dyn Stream<Item = Result<Bytes, BodyError>> + Send>>,
    /// Of a body whose length is known: bytes to come.
    bytes_left: Option<u64>,
    /// Kept until the body has ended.
    held: Option<Box<dyn Any + Send>>,
}

impl ResponseBody {
    /// A stream; `length` where it is known, which the stream then keeps or breaks off.
    pub(super) fn pieces(
        stream: impl Stream<Item = Result<Bytes, BodyError>> + Send + 'static,
        length: Option<u64>,
    ) -> ResponseBody {
        ResponseBody::Pieces(Box::new(Pieces { stream: Box::pin(stream), bytes_left: length, held: None }))
    }

    /// Keeps `guard` until the body has ended; one that is at hand has ended.
    pub(super) fn hold(&mut self, guard: impl Any + Send) {
        if let ResponseBody::Pieces(pieces) = self {
            pieces.held = Some(Box::new(guard));
        }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match self.get_mut() {
            ResponseBody::Full(body) => Pin::new(body).poll_frame(context).map_err(|never| match never {}),
            ResponseBody::Pieces(pieces) => pieces.poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            ResponseBody::Full(body) => body.is_end_stream(),
            ResponseBody::Pieces(pieces) => pieces.bytes_left == Some(0),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ResponseBody::Full(body) => body.size_hint(),
            ResponseBody::Pieces(pieces) => pieces.bytes_left.map_or_else(SizeHint::default, SizeHint::with_exact),
        }
    }
}

impl Pieces {
    fn poll_frame(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        self.stream.as_mut().poll_next(context).map(|piece| match piece {
            Some(Ok(bytes)) => {
                if let Some(left) = &mut self.bytes_left {
                    *left = match left.checked_sub(bytes.len() as u64) {
                        Some(left) => left,
                        None => return Some(Err(BodyError::new("it is longer than it was said to be"))),
                    };
                }
                Some(Ok(Frame::data(bytes)))
            }
            Some(Err(error)) => Some(Err(error)),
            None if self.bytes_left.is_some_and(|left| left > 0) => {
                Some(Err(BodyError::new("it is shorter than it was said to be")))
            }
            None => None,
        })
    }
}

impl Default for ResponseBody {
    fn default() -> ResponseBody {
        ResponseBody::Full(Full::default())
    }
}

impl<B: Into<Bytes>> From<B> for ResponseBody {
    fn from(bytes: B) -> ResponseBody {
        ResponseBody::Full(Full::new(bytes.into()))
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pieces").field("bytes_left", &self.bytes_left).finish_non_exhaustive()
    }
}
