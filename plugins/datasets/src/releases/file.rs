//! A file of a release: a part of its data, or a document about them.

use crate::requests::ExportFormat;
use quarry_sdk::prelude::*;

/// A file of a release as it is stored.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct ReleaseFile {
    pub name: String,
    /// The object that has its bytes.
    pub key: String,
    pub media_type: String,
    /// The format of a file of data; none of a document.
    pub format: Option<ExportFormat>,
    /// The part's number, from 1; those of CSV behind the first have no line of names.
    pub part: u32,
    pub rows: Option<u64>,
    pub bytes: u64,
    pub sha256: String,
}
