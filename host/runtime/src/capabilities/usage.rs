//! The use that one call made of the stores.

use std::time::Duration;

/// Counted as the call runs; a job's statements at the queue are in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    pub statements: u32,
    /// That statements gave.
    pub rows: u64,
    /// That the warehouse read for them.
    pub rows_read: u64,
    /// Waiting for stores.
    pub store_time: Duration,
}
