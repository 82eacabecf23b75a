//! The whole days of a range of time: what the warehouse keeps sums of.

use quarry_sdk::prelude::*;

const DAY_MICROSECONDS: i64 = 86_400_000_000;

/// The first moment of the day that `time` is on.
pub fn start_of_day(time: Time) -> Time {
    Time { microseconds: time.microseconds - time.microseconds.rem_euclid(DAY_MICROSECONDS) }
}

/// The whole days of a range: the start of the first one, and the end of the last one. Where it has none, both are its end, and all
/// of it lies before the first of them.
pub fn whole_days(from: Time, to: Time) -> (Time, Time) {
    let first_day = start_of_day(Time { microseconds: from.microseconds + DAY_MICROSECONDS - 1 });
    let end_day = start_of_day(to);
    if first_day.microseconds > end_day.microseconds { (to, to) } else { (first_day, end_day) }
}
