//! What a connection is doing, and since when: the one thing that tells a slow or silent client from a busy one.
//!
//! Written by the stream (bytes came, an answer waits to be taken) and by the service (a request began, ended), read by
//! the connection's watch. All times are milliseconds since the connection was taken.

use crate::edge::limits::ListenerLimits;
use http::Version;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The times of one connection.
#[derive(Debug)]
pub(super) struct Activity {
    taken: Instant,
    requests_in_flight: AtomicUsize,
    /// HTTP/2 sends bytes that begin no request, so only HTTP/1 has a time for headers after the first request.
    is_http2: AtomicBool,
    /// An answer waits for the client to take more of it.
    is_writing: AtomicBool,
    idle_since_ms: AtomicU64,
    /// When the first byte of the head that is being read came; [`NO_HEAD`] when there is none.
    head_since_ms: AtomicU64,
}

const NO_HEAD: u64 = u64::MAX;

/// What a look at a connection says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// In order; look again then.
    LookAgainAt(Instant),
    /// Its time is over.
    Overdue,
}

/// A request in flight, until it is dropped.
pub(super) struct InFlight(Arc<Activity>);

impl Activity {
    pub(super) fn new() -> Activity {
        Activity {
            taken: Instant::now(),
            requests_in_flight: AtomicUsize::new(0),
            is_http2: AtomicBool::new(false),
            is_writing: AtomicBool::new(false),
            idle_since_ms: AtomicU64::new(0),
            // A client that connects is to ask: the time of its first head runs at once.
            head_since_ms: AtomicU64::new(0),
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.taken.elapsed().as_millis()).unwrap_or(NO_HEAD - 1)
    }

    /// Bytes came.
    pub(super) fn received(&self) {
        if self.requests_in_flight.load(Ordering::Relaxed) == 0 && self.head_since_ms.load(Ordering::Relaxed) == NO_HEAD
        {
            self.head_since_ms.store(self.now_ms(), Ordering::Relaxed);
        }
    }

    /// An answer waits for the client, or no longer does.
    pub(super) fn writing(&self, is_writing: bool) {
        if self.is_writing.swap(is_writing, Ordering::Relaxed) && !is_writing {
            self.idle_since_ms.store(self.now_ms(), Ordering::Relaxed);
        }
    }

    /// A request's head is complete.
    pub(super) fn begin_request(self: &Arc<Self>, version: Version) -> InFlight {
        self.requests_in_flight.fetch_add(1, Ordering::Relaxed);
        self.head_since_ms.store(NO_HEAD, Ordering::Relaxed);
        if version == Version::HTTP_2 {
            self.is_http2.store(true, Ordering::Relaxed);
        }
        InFlight(Arc::clone(self))
    }

    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    fn is_busy(&self) -> bool {
        self.requests_in_flight.load(Ordering::Relaxed) > 0 || self.is_writing.load(Ordering::Relaxed)
    }

    /// Whether the connection has had no request for at least `time`, whatever it sends.
    pub(super) fn is_idle_for(&self, time: Duration) -> bool {
        let idle_ms = self.now_ms().saturating_sub(self.idle_since_ms.load(Ordering::Relaxed));
        !self.is_busy() && u128::from(idle_ms) >= time.as_millis()
    }

    /// Whether a time of `limits` is over.
    pub(super) fn look(&self, limits: &ListenerLimits) -> Verdict {
        let now = Instant::now();
        // A request may end or a head begin before the time that runs now ends.
        let soon = now + limits.idle.min(limits.header_read);
        if self.is_busy() {
            return Verdict::LookAgainAt(soon);
        }
        let since = |milliseconds: u64| self.taken + Duration::from_millis(milliseconds);
        let head_since_ms = self.head_since_ms.load(Ordering::Relaxed);
        let ends = if head_since_ms != NO_HEAD && !self.is_http2() {
            since(head_since_ms) + limits.header_read
        } else {
            since(self.idle_since_ms.load(Ordering::Relaxed)) + limits.idle
        };
        if ends <= now { Verdict::Overdue } else { Verdict::LookAgainAt(ends.min(soon)) }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let activity = &self.0;
        activity.idle_since_ms.store(activity.now_ms(), Ordering::Relaxed);
        activity.requests_in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
