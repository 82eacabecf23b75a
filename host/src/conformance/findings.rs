//! The findings of the checks.

use serde::Serialize;
use std::collections::HashSet;

/// A promise that is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub operation: String,
    /// The check's name.
    pub check: &'static str,
    pub sentence: String,
}

/// The findings so far, and the operations that were seen to work.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) findings: Vec<Finding>,
    /// Operations that have answered well.
    pub(super) good: HashSet<String>,
}

impl Seen {
    pub(super) fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
}
