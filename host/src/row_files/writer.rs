//! One file on its way into the object store.

use crate::row_files::encoder::Encoder;
use crate::row_files::{FileCompression, RowCounter, RowFormat};
use crate::stores::objects::{ObjectInfo, ObjectsError, Upload};
use crate::stores::warehouse::WarehouseError;
use bytes::Bytes;
use std::io;
use thiserror::Error;

/// Why there is no file.
#[derive(Debug, Error)]
pub enum RowFileError {
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    #[error(transparent)]
    Objects(#[from] ObjectsError),
    #[error("the file would have more than {0} rows")]
    TooManyRows(u64),
    #[error("the file would have more than {0} bytes")]
    TooManyBytes(u64),
    #[error("the file could not be compressed: {0}")]
    Compression(#[source] io::Error),
    #[error("the warehouse wrote a file that does not say how many rows it has")]
    Uncounted,
    #[error("the job was cancelled, or another host has taken it over")]
    Cancelled,
}

/// What was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRows {
    pub object: ObjectInfo,
    pub row_count: u64,
}

/// Counts, compresses and uploads. Dropped before [`RowFileWriter::finish`], nothing of it is kept.
pub struct RowFileWriter {
    upload: Upload,
    counter: RowCounter,
    /// Gone once a piece could not be taken.
    encoder: Option<Encoder>,
    max_rows: u64,
    max_bytes: u64,
    written_bytes: u64,
}

impl RowFileWriter {
    pub fn new(
        upload: Upload,
        format: RowFormat,
        compression: FileCompression,
        max_rows: u64,
        max_bytes: u64,
    ) -> Result<RowFileWriter, RowFileError> {
        let encoder = Encoder::new(compression).map_err(RowFileError::Compression)?;
        let counter = RowCounter::new(format);
        Ok(RowFileWriter { upload, counter, encoder: Some(encoder), max_rows, max_bytes, written_bytes: 0 })
    }

    /// Bytes that went into the object store so far.
    pub fn written_bytes(&self) -> u64 {
        self.written_bytes
    }

    /// Takes a piece of the file; waits while the object store has not taken earlier ones.
    pub async fn take(&mut self, piece: Bytes) -> Result<(), RowFileError> {
        self.counter.take(&piece);
        if self.counter.so_far() > self.max_rows {
            return Err(RowFileError::TooManyRows(self.max_rows));
        }
        let encoder = self.encoder.take().ok_or(ObjectsError::BrokenUpload)?;
        let (encoder, encoded) = encoder.take(piece).await.map_err(RowFileError::Compression)?;
        self.encoder = Some(encoder);
        self.store(encoded).await
    }

    /// Makes the file an object.
    pub async fn finish(mut self) -> Result<WrittenRows, RowFileError> {
        let encoder = self.encoder.take().ok_or(ObjectsError::BrokenUpload)?;
        let end = encoder.finish().map_err(RowFileError::Compression)?;
        self.store(end).await?;
        let row_count = self.counter.total().ok_or(RowFileError::Uncounted)?;
        if row_count > self.max_rows {
            return Err(RowFileError::TooManyRows(self.max_rows));
        }
        Ok(WrittenRows { object: self.upload.finish().await?, row_count })
    }

    async fn store(&mut self, bytes: Bytes) -> Result<(), RowFileError> {
        self.written_bytes += bytes.len() as u64;
        if self.written_bytes > self.max_bytes {
            return Err(RowFileError::TooManyBytes(self.max_bytes));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        Ok(self.upload.write(bytes).await?)
    }
}
