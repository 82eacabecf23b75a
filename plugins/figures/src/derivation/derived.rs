//! A figure that was computed, and what it was computed of.

use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// A figure that was computed.
#[derive(Debug)]
pub struct Derived {
    /// The value; none where there is nothing to compute it of.
    pub value: Option<String>,
    /// Rows that were taken in.
    pub rows: u64,
    /// Time of the newest one.
    pub as_of: Option<Time>,
    /// The newest block by chain id.
    pub blocks: BTreeMap<u64, u64>,
    pub newest_entry: Option<i64>,
}
