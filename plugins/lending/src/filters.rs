//! Words and bounds that several endpoints take.

use quarry_sdk::prelude::*;

/// The word that a list without a protocol shows in its place.
pub const ALL: &str = "all";

/// The first moment that can be asked for.
pub const EARLIEST: Time = Time { microseconds: 0 };
/// 2100-01-01T00:00:00Z: after every block, and within the warehouse's times.
pub const LATEST: Time = Time { microseconds: 4_102_444_800_000_000 };

/// A time range whose open ends are those of all data.
pub fn bounds(from: Option<TimeFrom>, to: Option<TimeTo>) -> (Time, Time) {
    let within = |time: Time| time.clamp(EARLIEST, LATEST);
    (from.map_or(EARLIEST, |from| within(from.0)), to.map_or(LATEST, |to| within(to.0)))
}

/// The end of a range as bodies say it: none where it is open.
pub fn unless_open(end: Time) -> Option<Time> {
    (end != EARLIEST && end != LATEST).then_some(end)
}

/// A block number, which is never negative; the declaration sees to that.
pub fn block_number(number: i64) -> u64 {
    number.unsigned_abs()
}
