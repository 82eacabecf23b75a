//! The job that runs, where it follows a source.

use std::collections::BTreeMap;

/// A job that follows a source, while it runs.
#[derive(Debug)]
pub struct FollowingJob {
    pub(super) name: String,
    /// The turns that this run has begun, by their parts.
    pub(super) turns: BTreeMap<String, i64>,
}

impl FollowingJob {
    pub fn new(name: String) -> FollowingJob {
        FollowingJob { name, turns: BTreeMap::new() }
    }
}
