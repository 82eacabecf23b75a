//! The rules by which a deployment fires alerts.

use quarry_sdk::prelude::*;

statement!(app_store, SelectRules, "src/evaluation/rules.sql");

/// The rules of the deployment.
#[derive(Row)]
pub struct Rules {
    /// Null where data of any age fires.
    pub stale_after_seconds: Option<i64>,
    /// The switching off of the module `prices` that people were told of last.
    pub pause_told: Option<i64>,
    /// The one that is in force; null while prices are on.
    pub off_version: Option<i64>,
}

impl Rules {
    /// The age before which data is too old at that time; none where no data is.
    pub fn fresh_from(&self, at: Time) -> Option<Time> {
        self.stale_after_seconds.map(|seconds| at.minus_seconds(seconds))
    }
}
