//! What the documents of a release say of it, beside its files.

use crate::exports::writing::WrittenFiles;
use crate::releases::ReleaseRow;
use quarry_dataset_catalogue::Selection;
use quarry_sdk::prelude::*;

/// A release whose data are written.
pub struct AboutRelease<'a> {
    pub release: &'a ReleaseRow,
    pub selection: &'a Selection,
    pub written: &'a WrittenFiles,
    /// When its files were made.
    pub made_at: Time,
}
