//! A file as it is asked for, and as it was written.

use quarry_sdk::objects::ObjectInfo;

/// The format in which a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// RFC 4180, with a line of names in the first part.
    Csv,
    /// One JSON object a line.
    Ndjson,
    /// Apache Parquet; each part is a file of its own.
    Parquet,
}

impl FileFormat {
    /// Gives the ending of a file's name, behind the point.
    pub fn ending(self) -> &'static str {
        match self {
            FileFormat::Csv => "csv",
            FileFormat::Ndjson => "ndjson",
            FileFormat::Parquet => "parquet",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            FileFormat::Csv => "text/csv",
            FileFormat::Ndjson => "application/x-ndjson",
            FileFormat::Parquet => "application/vnd.apache.parquet",
        }
    }
}

/// The object to which a file is written.
#[derive(Debug)]
pub struct FileTarget {
    /// Its parts are the objects `{folder}/{number}.{ending}`, from 1.
    pub folder: String,
    pub format: FileFormat,
    /// More rows are a failure; none: as many as there are.
    pub max_rows: Option<u64>,
    /// More bytes are a failure; none: as many as the deployment allows.
    pub max_bytes: Option<u64>,
    /// Seconds after which the objects are deleted on their own; none: they stay until they are removed.
    pub valid_seconds: Option<u64>,
    /// True where the bytes that are written are the progress of the job that this runs in.
    pub reports_progress: bool,
    /// Keys and values that Parquet says of itself.
    pub metadata: Vec<(String, String)>,
}

/// One object of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPart {
    pub key: String,
    pub rows: u64,
    pub bytes: u64,
    /// SHA-256 of its bytes, 64 hex digits.
    pub sha256: String,
}

impl WrittenPart {
    pub(super) fn of(object: ObjectInfo, rows: u64) -> WrittenPart {
        WrittenPart { key: object.key, rows, bytes: object.size_bytes, sha256: object.sha256 }
    }
}

/// The file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// One or more, in order.
    pub parts: Vec<WrittenPart>,
    pub rows: u64,
    pub bytes: u64,
    /// SHA-256 of the parts one behind the other, 64 hex digits.
    pub sha256: String,
}
