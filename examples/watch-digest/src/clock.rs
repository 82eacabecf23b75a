//! Times and days. A day is one of UTC, `YYYY-MM-DD`.

use quarry_sdk::prelude::*;

const DAY_SECONDS: i64 = 86_400;

pub fn now_seconds() -> i64 {
    Time::now().microseconds.div_euclid(1_000_000)
}

/// The first second of the day that was over last.
pub fn yesterday() -> i64 {
    start_of_day(now_seconds()) - DAY_SECONDS
}

pub fn start_of_day(seconds: i64) -> i64 {
    seconds.div_euclid(DAY_SECONDS) * DAY_SECONDS
}

/// The end of a day that begins then.
pub fn end_of_day(start_seconds: i64) -> Time {
    time(start_seconds + DAY_SECONDS)
}

pub fn time(seconds: i64) -> Time {
    Time { microseconds: seconds.saturating_mul(1_000_000) }
}

/// `YYYY-MM-DD`.
pub fn day(start_seconds: i64) -> String {
    time(start_seconds).to_string().chars().take("YYYY-MM-DD".len()).collect()
}
