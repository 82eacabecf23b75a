//! The trash of a space: what was put into it, for how long it is kept, and its removal.

pub mod list;
pub mod purge;

use quarry_sdk::prelude::*;

/// Days that things stay in the trash.
pub const DAYS_KEPT: i64 = 30;

/// The moment since which things in the trash can be restored; those put there before are removed.
pub fn kept_since() -> Time {
    Time::now().minus_days(DAYS_KEPT)
}
