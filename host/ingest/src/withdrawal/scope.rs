//! The rows that a withdrawal takes.

use super::super::dataset::DatasetKind;
use super::super::staging::BlockRange;

/// Rows as conditions of the tables that they are in.
pub(super) struct Scope {
    /// Its name in the journal of runs.
    pub(super) name: String,
    pub(super) rows: Vec<(DatasetKind, String)>,
    /// Chains and blocks that the rows lie in, where they lie in blocks.
    pub(super) ranges: Vec<BlockRange>,
    /// The load that is withdrawn whole.
    pub(super) load: Option<u64>,
}
