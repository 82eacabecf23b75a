//! A request body that its handler reads as it comes: it is never whole in memory.

use crate::Problem;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The pieces of a body, or the refusal of what did not come whole or is too long.
pub type BodyPieces = BoxStream<'static, Result<Bytes, Problem>>;

/// The body, for the first clone of the request that takes it: a body can be read only once.
#[derive(Clone)]
pub struct BodyStream(Arc<Mutex<Option<BodyPieces>>>);

impl BodyStream {
    #[inline]
    pub fn new(pieces: BodyPieces) -> BodyStream {
        BodyStream(Arc::new(Mutex::new(Some(pieces))))
    }

    /// Takes the pieces; `None` where they were taken before.
    #[inline]
    pub fn take(&self) -> Option<BodyPieces> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl fmt::Debug for BodyStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BodyStream")
    }
}
