//! One file on its way into the object store.

use crate::objects::{ObjectInfo, ObjectsError, Upload};
use crate::row_files::encoder::Encoder;
use crate::row_files::{FileCompression, RowCounter, RowFormat};
use crate::warehouse::WarehouseError;
use crate::warehouse::row_binary::DecodeError;
use bytes::Bytes;
use parquet::errors::ParquetError;
use sha2::{Digest, Sha256};
use std::io;
use thiserror::Error;

/// The reason why there is no file.
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
    #[error("the file would have more than {0} parts")]
    TooManyParts(usize),
    #[error("the file could not be compressed: {0}")]
    Compression(#[source] io::Error),
    #[error("rows of the warehouse cannot be read: {0}")]
    Decode(#[from] DecodeError),
    #[error("the file of Parquet cannot be written: {0}")]
    Parquet(#[from] ParquetError),
    #[error("the warehouse wrote a file that does not say how many rows it has")]
    Uncounted,
    #[error("the job was cancelled, or another host has taken it over")]
    Cancelled,
}

impl RowFileError {
    /// True when the warehouse had less memory than the statement needed: smaller blocks may fit.
    pub fn is_memory_limit(&self) -> bool {
        matches!(self, RowFileError::Warehouse(WarehouseError::MemoryLimit { .. }))
    }
}

/// The file that was stored.
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
    /// The digest of all parts so far, for a part behind the first: that of the first is the digest of its object.
    whole: Option<Sha256>,
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
        let encoder = Some(encoder);
        Ok(RowFileWriter { upload, counter, encoder, max_rows, max_bytes, written_bytes: 0, whole: None })
    }

    /// A writer of a part, whose bytes go on in `whole`; none of the first one.
    pub(super) fn of_whole(
        upload: Upload,
        counter: RowCounter,
        compression: FileCompression,
        max_rows: u64,
        max_bytes: u64,
        whole: Option<Sha256>,
    ) -> Result<RowFileWriter, RowFileError> {
        let encoder = Some(Encoder::new(compression).map_err(RowFileError::Compression)?);
        Ok(RowFileWriter { upload, counter, encoder, max_rows, max_bytes, written_bytes: 0, whole })
    }

    /// Bytes that went into the object store so far.
    pub fn written_bytes(&self) -> u64 {
        self.written_bytes
    }

    /// Rows that were taken so far; of Parquet none before its end.
    pub fn written_rows(&self) -> u64 {
        self.counter.so_far()
    }

    /// Takes a piece of the file; waits while the object store has not taken earlier ones.
    pub async fn take(&mut self, piece: Bytes) -> Result<(), RowFileError> {
        self.counter.take(&piece);
        self.take_counted(piece).await
    }

    /// The same of a piece with which a part has so many rows, as the cutter of the parts counted them.
    pub(super) async fn take_with_rows(&mut self, piece: Bytes, rows: u64) -> Result<(), RowFileError> {
        self.counter = RowCounter::Told { rows };
        self.take_counted(piece).await
    }

    async fn take_counted(&mut self, piece: Bytes) -> Result<(), RowFileError> {
        if self.counter.so_far() > self.max_rows {
            return Err(RowFileError::TooManyRows(self.max_rows));
        }
        let encoder = self.encoder.take().ok_or(ObjectsError::BrokenUpload)?;
        let (encoder, encoded) = encoder.take(piece).await.map_err(RowFileError::Compression)?;
        self.encoder = Some(encoder);
        self.store(encoded).await
    }

    /// Makes the file an object.
    pub async fn finish(self) -> Result<WrittenRows, RowFileError> {
        self.finish_of_whole().await.map(|(written, _)| written)
    }

    /// Makes the part an object, and gives the digest back.
    pub(super) async fn finish_of_whole(mut self) -> Result<(WrittenRows, Sha256), RowFileError> {
        let encoder = self.encoder.take().ok_or(ObjectsError::BrokenUpload)?;
        let end = encoder.finish().map_err(RowFileError::Compression)?;
        self.store(end).await?;
        let row_count = self.counter.total().ok_or(RowFileError::Uncounted)?;
        if row_count > self.max_rows {
            return Err(RowFileError::TooManyRows(self.max_rows));
        }
        let whole = self.whole.take().unwrap_or_else(|| self.upload.digest_so_far());
        Ok((WrittenRows { object: self.upload.finish().await?, row_count }, whole))
    }

    async fn store(&mut self, bytes: Bytes) -> Result<(), RowFileError> {
        self.written_bytes += bytes.len() as u64;
        if self.written_bytes > self.max_bytes {
            return Err(RowFileError::TooManyBytes(self.max_bytes));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        if let Some(whole) = &mut self.whole {
            whole.update(&bytes);
        }
        Ok(self.upload.write(bytes).await?)
    }
}
