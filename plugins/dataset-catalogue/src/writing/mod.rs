//! The rows of a selection as files of the component's objects: the one place where a file is made of a dataset.
//!
//! Always true here: a file is written by one statement, or by one transaction of the app store, so its bytes are of one state; it is cut
//! into parts between two rows; parts of CSV and JSON lines one behind the other are the whole; after a failure no part is left.

mod events;
mod file;

pub use file::{FileFormat, FileTarget, WrittenFile, WrittenPart};

use crate::dataset::{Reader, Source};
use crate::selection::Selection;
use quarry_sdk::StatementFailure;
use quarry_sdk::bindings::quarry::plugin::row_files;
use quarry_sdk::row_files::{Compression, Format, PartBounds};

/// Rows of a part.
const PART_ROWS: u64 = 1_000_000;
/// Bytes of a part.
const PART_BYTES: u64 = 256 << 20;

impl Selection {
    /// Writes all rows into the objects of the component. In a job that reports it the bytes that are written are its progress, and it ends
    /// here when it is cancelled (`DeadlineExceeded`). More rows than allowed, or more bytes than the deployment allows, are `LimitExceeded`.
    pub fn write_parts(&self, target: &FileTarget) -> Result<WrittenFile, StatementFailure> {
        if !self.dataset.is_written_as(target.format) {
            let refused = format!("The dataset {} is not written as Parquet.", self.dataset.key);
            return Err(StatementFailure::Rejected(refused));
        }
        match self.dataset.source {
            Source::Warehouse(reader) => self.write_of_warehouse(reader, target),
            Source::AppStore(..) => events::write(self, target),
        }
    }

    fn write_of_warehouse(&self, reader: Reader, target: &FileTarget) -> Result<WrittenFile, StatementFailure> {
        let rows = row_files::Target {
            key: format!("{}/*.{}", target.folder, target.format.ending()),
            format: match target.format {
                FileFormat::Csv => Format::Csv,
                FileFormat::Ndjson => Format::JsonLines,
                FileFormat::Parquet => Format::Parquet,
            },
            compression: Compression::None,
            columns: Some(self.columns.iter().map(|name| (*name).to_owned()).collect()),
            valid_seconds: target.valid_seconds,
            max_rows: target.max_rows,
            max_bytes: target.max_bytes,
            reports_progress: target.reports_progress,
            metadata: metadata_entries(&target.metadata),
        };
        let bounds = PartBounds { rows: PART_ROWS, bytes: PART_BYTES };
        let written = reader.write_parts(&self.bindings(), &rows, bounds)?;
        Ok(WrittenFile {
            rows: written.row_count,
            bytes: written.size_bytes,
            sha256: written.sha256,
            parts: written.parts.into_iter().map(|part| WrittenPart::of(part.object, part.row_count)).collect(),
        })
    }
}

/// Tells that a file was not written because the component has stored all that it may. No narrower question helps: the operators have to make
/// room. The host's sentence names the limit.
pub fn is_out_of_room(failure: &StatementFailure) -> bool {
    let limits = ["(objects_per_component)", "(object_bytes_per_component)"];
    matches!(failure, StatementFailure::LimitExceeded(detail) if limits.iter().any(|limit| detail.contains(limit)))
}

fn metadata_entries(metadata: &[(String, String)]) -> Vec<row_files::MetadataEntry> {
    let entry = |(key, value): &(String, String)| row_files::MetadataEntry { key: key.clone(), value: value.clone() };
    metadata.iter().map(entry).collect()
}
