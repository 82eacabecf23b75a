//! Room for large bodies, so that many of them at once do not use up the memory of the host.
//!
//! Always true: bodies over [`COMMON_BODY_BYTES`] that are being read or answered hold at most [`ROOM_KIBIBYTES`] together; one
//! that says no length holds as much as its route takes; a request waits for room at most [`ROOM_TIMEOUT`] and is then
//! answered 503. Room is asked for after the caller is known and counted, and given back with the body.

use crate::request_body::declared_length;
use http::HeaderMap;
use quarry_contract::{COMMON_BODY_BYTES, Problem};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// 128 MiB: 32 bodies of the largest size that a route can declare.
const ROOM_KIBIBYTES: u32 = 128 << 10;
const ROOM_TIMEOUT: Duration = Duration::from_secs(2);

/// The room of this host.
#[derive(Debug)]
pub(crate) struct LargeBodies {
    room: Arc<Semaphore>,
}

impl Default for LargeBodies {
    fn default() -> LargeBodies {
        LargeBodies { room: Arc::new(Semaphore::new(ROOM_KIBIBYTES as usize)) }
    }
}

impl LargeBodies {
    /// Takes room for a body of at most `max_bytes`, where it is a large one.
    pub(crate) async fn take(
        &self,
        headers: &HeaderMap,
        max_bytes: u64,
    ) -> Result<Option<Arc<OwnedSemaphorePermit>>, Problem> {
        let bytes = declared_length(headers).unwrap_or(max_bytes).min(max_bytes);
        if bytes <= COMMON_BODY_BYTES.into() {
            return Ok(None);
        }
        let kibibytes = u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX).min(ROOM_KIBIBYTES);
        let taking = Arc::clone(&self.room).acquire_many_owned(kibibytes);
        // The semaphore is never closed, so the only way to fail is the timeout.
        match tokio::time::timeout(ROOM_TIMEOUT, taking).await {
            Ok(Ok(room)) => Ok(Some(Arc::new(room))),
            Ok(Err(_)) | Err(_) => {
                let detail = "Too many large request bodies are on their way: try again in a second.";
                Err(Problem::overloaded(detail))
            }
        }
    }
}
