//! The time at which a failed job is tried again.

use rand::RngExt;
use std::time::Duration;

const FIRST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(3_600);

/// The pause after that attempt (from 1): 5 s, 20 s, 80 s, … up to an hour, up to a fifth shorter or longer, so that what
/// failed together does not come back together.
pub(super) fn pause_after(attempt: u32) -> Duration {
    let factor = 4_u32.saturating_pow(attempt.saturating_sub(1).min(15));
    FIRST.saturating_mul(factor).min(LONGEST).mul_f64(rand::rng().random_range(0.8..1.2))
}
