//! Clock hours.

use jiff::Timestamp;

const SECONDS: i64 = 3600;

/// Whole hours since 1970-01-01T00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hour(pub(super) i64);

impl Hour {
    pub(super) fn of(time: Timestamp) -> Hour {
        Hour(time.as_second().div_euclid(SECONDS))
    }

    /// The beginning of the next hour, in seconds since the epoch.
    pub(super) fn end_seconds(self) -> i64 {
        (self.0 + 1) * SECONDS
    }

    /// Whole seconds from `now` to the end of the hour, at least 1.
    pub(super) fn seconds_left(self, now: Timestamp) -> u32 {
        let whole = self.end_seconds() - now.as_second();
        u32::try_from(whole.max(1)).unwrap_or(u32::MAX)
    }
}
