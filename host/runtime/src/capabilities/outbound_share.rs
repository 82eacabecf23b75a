//! The calls of servers outside that a request, or an event stream, may make.

use std::sync::{Arc, Weak};
use std::time::Duration;

/// The calls of a request.
const CALLS: u32 = 5;
/// The time of an event stream for which its route has one call more.
const SECONDS_PER_CALL: u64 = 10;
/// The longest a call may take.
pub(super) const MAX_TIME: Duration = Duration::from_secs(10);
/// The longest that the head of an answer may take which is read as it comes, on a route with an event stream.
const MAX_HEAD_TIME_OF_STREAM: Duration = Duration::from_secs(60);

/// The calls that a request may still make.
pub(super) struct OutboundShare {
    left: u32,
    most: u32,
    /// The longest that the head of an answer may take which is read as it comes.
    head_time: Duration,
    /// Lives while such an answer is open.
    incoming: Weak<()>,
}

impl OutboundShare {
    pub(super) fn new() -> OutboundShare {
        OutboundShare { left: CALLS, most: CALLS, head_time: MAX_TIME, incoming: Weak::new() }
    }

    /// Gives the request the calls of an event stream that may last so long.
    pub(super) fn lasts(&mut self, stream: Duration) {
        let more = u32::try_from(stream.as_secs() / SECONDS_PER_CALL).unwrap_or(u32::MAX);
        self.left = self.left.saturating_add(more);
        self.most = self.most.saturating_add(more);
        self.head_time = MAX_HEAD_TIME_OF_STREAM;
    }

    /// Takes one call; gives how many there were where none is left.
    pub(super) fn take(&mut self) -> Result<(), u32> {
        self.left = self.left.checked_sub(1).ok_or(self.most)?;
        Ok(())
    }

    /// The longest that the head of an answer may take which is read as it comes.
    pub(super) fn head_time(&self) -> Duration {
        self.head_time
    }

    /// Tells whether such an answer is open.
    pub(super) fn is_incoming(&self) -> bool {
        self.incoming.strong_count() > 0
    }

    /// Notes that one is open, for as long as `mark` lives.
    pub(super) fn comes_in(&mut self, mark: &Arc<()>) {
        self.incoming = Arc::downgrade(mark);
    }
}
