//! People who have a page open: each tab sends a beat every 15 seconds, and a tab that sent none for 45 is gone.

pub mod beat;
pub mod forget;

use quarry_sdk::prelude::*;

/// Seconds between two beats of a tab.
pub const BEAT_SECONDS: i64 = 15;
/// Seconds after the last beat until somebody is gone.
pub const GONE_AFTER_SECONDS: i64 = 45;

/// Whose last beat is older is gone.
pub fn here_since() -> Time {
    Time::now().minus_seconds(GONE_AFTER_SECONDS)
}
