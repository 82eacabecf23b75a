//! Times as the app store keeps them.

use quarry_sdk::prelude::*;

/// A time of the app store, which keeps microseconds.
pub fn stored(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}
