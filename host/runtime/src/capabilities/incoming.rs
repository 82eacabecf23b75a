//! `outbound-http`: an answer of a server outside that a component reads as it comes.

use http::HeaderMap;
use quarry_identity::outbound::IncomingAnswer;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// An open answer. Dropped, it closes the connection and gives its place among the calls in flight back.
pub struct Incoming {
    pub(super) answer: IncomingAnswer,
    pub(super) _permit: OwnedSemaphorePermit,
    /// Tells the request that an answer is open.
    pub(super) _mark: Arc<()>,
}

impl Incoming {
    pub fn status(&self) -> u16 {
        self.answer.status
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.answer.headers
    }
}
