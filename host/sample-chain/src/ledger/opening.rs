//! When pools open.

use crate::market::STEPS_PER_DAY;
use crate::registry::PoolEntry;

/// The step in which a pool opens.
pub(crate) fn opening_step(pool: &PoolEntry, days: u32) -> u32 {
    // Below the last step whatever the percentage: a hundredth of a period has at least two steps.
    days * STEPS_PER_DAY / 100 * pool.opens_at_percent.min(99)
}
