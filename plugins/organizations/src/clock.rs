//! What time it is, for what is written down.

use quarry_sdk::prelude::*;
use std::time::{SystemTime, UNIX_EPOCH};

/// Now.
#[expect(clippy::disallowed_methods, reason = "what is written down has the time at which it was")]
pub fn now() -> Time {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time { microseconds: i64::try_from(elapsed.as_micros()).unwrap_or_default() }
}

/// A time of the app store, which keeps microseconds.
pub fn stored(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}
