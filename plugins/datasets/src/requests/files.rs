//! The files of an export, as they were written.

use crate::requests::ExportFormat;
use quarry_dataset_catalogue::WrittenFile;
use quarry_sdk::prelude::*;

/// A piece of a file, which is an object of its own.
#[derive(Schema, Serialize, Deserialize, Debug, Clone)]
pub struct ExportPart {
    /// The part's number, from 1.
    #[schema(example = 1)]
    pub part: u32,
    /// Rows of the part.
    #[schema(example = 128_451)]
    pub rows: u64,
    /// Bytes of the part, as it is downloaded.
    #[schema(example = 31_212_000)]
    pub bytes: u64,
    /// SHA-256 of its bytes.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// The file that an export has in one format.
#[derive(Schema, Serialize, Deserialize, Debug, Clone)]
pub struct ExportFile {
    /// The format that it was written in.
    pub format: ExportFormat,
    /// Rows of all its parts.
    #[schema(example = 128_451)]
    pub rows: u64,
    /// Bytes of all its parts.
    #[schema(example = 31_212_000)]
    pub bytes: u64,
    /// SHA-256 of the parts one behind the other, which of CSV and NDJSON are the whole file. Parquet parts are files of their own.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// The pieces that can be downloaded, in their order.
    pub parts: Vec<ExportPart>,
}

impl ExportFile {
    /// Makes the entry for a file that was written.
    pub fn of_written(format: ExportFormat, written: &WrittenFile) -> ExportFile {
        let part = |(number, part): (u32, &quarry_dataset_catalogue::WrittenPart)| ExportPart {
            part: number,
            rows: part.rows,
            bytes: part.bytes,
            sha256: part.sha256.clone(),
        };
        ExportFile {
            format,
            rows: written.rows,
            bytes: written.bytes,
            sha256: written.sha256.clone(),
            parts: (1..).zip(&written.parts).map(part).collect(),
        }
    }
}

/// Gives the folder of a request's objects.
pub fn folder_of_request(id: i64) -> String {
    format!("exports/{id}/")
}

/// Gives the folder of one run's objects; a run that begins anew has another folder.
pub fn folder_of_run(id: i64, run: i64) -> String {
    format!("exports/{id}/{run}/")
}
