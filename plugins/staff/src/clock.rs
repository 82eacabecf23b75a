//! The time of the request.

use quarry_sdk::Time;
use std::time::{SystemTime, UNIX_EPOCH};

const MICROSECONDS_OF_A_DAY: i64 = 86_400_000_000;

/// Now.
#[expect(clippy::disallowed_methods, reason = "what staff do happens now")]
pub fn now() -> Time {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time { microseconds: i64::try_from(elapsed.as_micros()).unwrap_or_default() }
}

/// So many days after `time`.
pub fn days_after(time: Time, days: i64) -> Time {
    Time { microseconds: time.microseconds.saturating_add(days.saturating_mul(MICROSECONDS_OF_A_DAY)) }
}
