//! The activity of a connection and its beginning: only this tells a slow or silent client from a busy one.
//!
//! Written by the stream (bytes came, an answer waits to be taken), by the service (a request began, ended) and by the
//! answers of HTTP/2 (one waits for the client, bytes of it left), read by the connection's watch. All times are
//! milliseconds since the connection was taken.

use crate::limits::ListenerLimits;
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
    is_http1: AtomicBool,
    /// An answer waits for the client to take more of it.
    is_writing: AtomicBool,
    idle_since_ms: AtomicU64,
    /// The time at which the first byte of the head that is being read came; [`NO_HEAD`] while no head is being read.
    head_since_ms: AtomicU64,
    /// Answers of HTTP/2 that wait for the client to take more of them.
    waiting_answers: AtomicUsize,
    /// When the first of them began to wait, and what had been sent by then.
    waiting_since_ms: AtomicU64,
    sent_before_waiting: AtomicU64,
    /// Bytes of answers of HTTP/2 that have left.
    sent_bytes: AtomicU64,
}

/// The span over which the watch measures how fast an HTTP/2 client takes its answers.
#[derive(Debug, Default)]
pub(super) struct PaceWindow {
    began_ms: u64,
    sent_before: u64,
    waiting_answers: usize,
}

const NO_HEAD: u64 = u64::MAX;

/// The verdict of a look at a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// In order; look again then.
    LookAgainAt(Instant),
    /// Its time is over.
    Overdue,
    /// The client takes its answers too slowly.
    Stalled,
}

/// A request in flight, until it is dropped.
pub(super) struct InFlight(Arc<Activity>);

impl Activity {
    pub(super) fn new() -> Activity {
        Activity {
            taken: Instant::now(),
            requests_in_flight: AtomicUsize::new(0),
            is_http2: AtomicBool::new(false),
            is_http1: AtomicBool::new(false),
            is_writing: AtomicBool::new(false),
            idle_since_ms: AtomicU64::new(0),
            // A client that connects is to ask: the time of its first head runs at once.
            head_since_ms: AtomicU64::new(0),
            waiting_answers: AtomicUsize::new(0),
            waiting_since_ms: AtomicU64::new(0),
            sent_before_waiting: AtomicU64::new(0),
            sent_bytes: AtomicU64::new(0),
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

    /// An answer of HTTP/2 begins to wait for the client.
    pub(super) fn answer_waits(&self) {
        if self.waiting_answers.fetch_add(1, Ordering::Relaxed) == 0 {
            self.sent_before_waiting.store(self.sent_bytes.load(Ordering::Relaxed), Ordering::Relaxed);
            self.waiting_since_ms.store(self.now_ms(), Ordering::Relaxed);
        }
    }

    /// An answer of HTTP/2 no longer waits for the client.
    pub(super) fn answer_waits_no_more(&self) {
        self.waiting_answers.fetch_sub(1, Ordering::Relaxed);
    }

    /// Bytes of an answer of HTTP/2 left.
    pub(super) fn sent(&self, bytes: usize) {
        self.sent_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// A request's head is complete.
    pub(super) fn begin_request(self: &Arc<Self>, version: Version) -> InFlight {
        self.requests_in_flight.fetch_add(1, Ordering::Relaxed);
        self.head_since_ms.store(NO_HEAD, Ordering::Relaxed);
        let is_version = if version == Version::HTTP_2 { &self.is_http2 } else { &self.is_http1 };
        is_version.store(true, Ordering::Relaxed);
        InFlight(Arc::clone(self))
    }

    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    fn is_busy(&self) -> bool {
        self.requests_in_flight.load(Ordering::Relaxed) > 0 || self.is_writing.load(Ordering::Relaxed)
    }

    /// True when the connection has had no request for at least `time`, whatever it sends.
    pub(super) fn is_idle_for(&self, time: Duration) -> bool {
        let idle_ms = self.now_ms().saturating_sub(self.idle_since_ms.load(Ordering::Relaxed));
        !self.is_busy() && u128::from(idle_ms) >= time.as_millis()
    }

    /// Says whether a time of `limits` is over; `window` is the watch's own and kept from look to look.
    pub(super) fn look(&self, limits: &ListenerLimits, window: &mut PaceWindow) -> Verdict {
        let now = Instant::now();
        // A request may end or a head begin before the time that runs now ends.
        let mut soon = now + limits.idle.min(limits.header_read);
        if !self.is_http1.load(Ordering::Relaxed) {
            match self.pace(limits, window) {
                None => return Verdict::Stalled,
                Some(window_ends) => soon = soon.min(window_ends),
            }
        }
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

    /// When to look at the pace of an HTTP/2 client again; none when it was too slow. Each answer that waited over the
    /// whole window asks for its part, as it would on a connection of its own.
    fn pace(&self, limits: &ListenerLimits, window: &mut PaceWindow) -> Option<Instant> {
        let waiting_answers = self.waiting_answers.load(Ordering::Relaxed);
        let now_ms = self.now_ms();
        let window_ms = u64::try_from(limits.pace_window.as_millis()).unwrap_or(u64::MAX);
        if waiting_answers == 0 {
            return Some(Instant::now() + limits.pace_window);
        }
        let waiting_since_ms = self.waiting_since_ms.load(Ordering::Relaxed);
        if window.waiting_answers == 0 || waiting_since_ms > window.began_ms {
            let sent_before = self.sent_before_waiting.load(Ordering::Relaxed);
            *window = PaceWindow { began_ms: waiting_since_ms, sent_before, waiting_answers: 1 };
        }
        let ends_ms = window.began_ms.saturating_add(window_ms);
        if now_ms < ends_ms {
            return Some(self.taken + Duration::from_millis(ends_ms));
        }
        let sent_bytes = self.sent_bytes.load(Ordering::Relaxed);
        let answers = window.waiting_answers.min(waiting_answers) as u64;
        if sent_bytes.saturating_sub(window.sent_before) < limits.pace_bytes().saturating_mul(answers) {
            return None;
        }
        *window = PaceWindow { began_ms: now_ms, sent_before: sent_bytes, waiting_answers };
        Some(Instant::now() + limits.pace_window)
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let activity = &self.0;
        activity.idle_since_ms.store(activity.now_ms(), Ordering::Relaxed);
        activity.requests_in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
