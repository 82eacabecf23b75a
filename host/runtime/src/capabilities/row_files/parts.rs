//! The parts of a file, whatever its format.

use bytes::Bytes;
use quarry_stores::row_files::{ParquetParts, RowFileError, RowFileParts, RowFormat, WrittenParts};

/// The parts of a file: cut out of the bytes as they come, or made of the rows.
pub(super) enum Parts {
    Lines(Box<RowFileParts>),
    Parquet(Box<ParquetParts>),
}

impl Parts {
    pub(super) fn new(files: RowFileParts, format: RowFormat) -> Parts {
        match format {
            RowFormat::Csv | RowFormat::JsonLines => Parts::Lines(Box::new(files)),
            RowFormat::Parquet => Parts::Parquet(Box::new(ParquetParts::new(files))),
        }
    }

    pub(super) async fn take(&mut self, piece: Bytes) -> Result<(), RowFileError> {
        match self {
            Parts::Lines(files) => files.take(piece).await,
            Parts::Parquet(files) => files.take(&piece).await,
        }
    }

    pub(super) fn written_bytes(&self) -> u64 {
        match self {
            Parts::Lines(files) => files.written_bytes(),
            Parts::Parquet(files) => files.written_bytes(),
        }
    }

    pub(super) fn written_rows(&self) -> u64 {
        match self {
            Parts::Lines(files) => files.written_rows(),
            Parts::Parquet(files) => files.written_rows(),
        }
    }

    pub(super) async fn finish(&mut self) -> Result<WrittenParts, RowFileError> {
        match self {
            Parts::Lines(files) => files.finish().await,
            Parts::Parquet(files) => files.finish().await,
        }
    }

    pub(super) async fn remove(&mut self) {
        match self {
            Parts::Lines(files) => files.remove().await,
            Parts::Parquet(files) => files.remove().await,
        }
    }
}
