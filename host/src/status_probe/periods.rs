//! The periods of snapshots and counts.

pub(super) const MINUTE_MICROSECONDS: i64 = 60_000_000;
pub(super) const DAY_MICROSECONDS: i64 = 24 * 60 * MINUTE_MICROSECONDS;
