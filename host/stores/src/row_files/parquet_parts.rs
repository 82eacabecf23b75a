//! Rows in several files of Parquet, each of which stands alone: made of the rows as they come, so the embedded warehouse need not make a
//! file in memory. A group of rows is in memory at a time.

use crate::row_files::parquet_part::ParquetPart;
use crate::row_files::{RowFileError, RowFileParts, WrittenParts};
use crate::warehouse::row_binary::{RowStream, StreamedColumn};
use bytes::Bytes;
use std::io;

/// Bytes of rows that wait for a group.
const GROUP_BYTES: usize = 8 << 20;

/// Makes files of a stream of rows.
pub struct ParquetParts {
    files: RowFileParts,
    stream: RowStream,
    open: Option<ParquetPart>,
    /// Bytes of the open part.
    part_bytes: u64,
    rows: u64,
}

impl ParquetParts {
    /// Into what `files` is for.
    pub fn new(files: RowFileParts) -> ParquetParts {
        ParquetParts { files, stream: RowStream::default(), open: None, part_bytes: 0, rows: 0 }
    }

    /// Bytes that went into the object store so far.
    pub fn written_bytes(&self) -> u64 {
        self.files.written_bytes()
    }

    /// Rows that were written so far.
    pub fn written_rows(&self) -> u64 {
        self.rows
    }

    /// Takes a piece of the rows.
    pub async fn take(&mut self, piece: &[u8]) -> Result<(), RowFileError> {
        self.stream.take(piece);
        if self.stream.waiting_bytes() >= GROUP_BYTES {
            self.write_waiting().await?;
        }
        Ok(())
    }

    /// Writes the rows that came whole.
    async fn write_waiting(&mut self) -> Result<(), RowFileError> {
        let Some(columns) = self.stream.columns()?.map(<[StreamedColumn]>::to_vec) else { return Ok(()) };
        let (part_rows, part_bytes, max_rows) = {
            let target = self.files.target();
            (target.part_rows, target.part_bytes, target.max_rows)
        };
        loop {
            let mut part = match self.open.take() {
                Some(part) => part,
                None => ParquetPart::new(&columns, &self.files.target().metadata)?,
            };
            let most = usize::try_from(part_rows - part.rows.min(part_rows)).unwrap_or(usize::MAX);
            let rows = self.stream.rows(most)?;
            if rows.row_count == 0 {
                self.open = Some(part);
                return Ok(());
            }
            self.rows += rows.row_count as u64;
            if self.rows > max_rows {
                return Err(RowFileError::TooManyRows(max_rows));
            }
            // Compressing holds nobody up there.
            let writing = tokio::task::spawn_blocking(move || part.write(&rows).map(|bytes| (part, bytes)));
            let (part, bytes) = writing.await.map_err(|error| RowFileError::Compression(io::Error::other(error)))??;
            self.part_bytes += bytes.len() as u64;
            self.files.write(Bytes::from(bytes), None).await?;
            if part.rows >= part_rows || self.part_bytes >= part_bytes {
                self.close(part).await?;
            } else {
                self.open = Some(part);
            }
        }
    }

    async fn close(&mut self, part: ParquetPart) -> Result<(), RowFileError> {
        self.files.write(Bytes::from(part.finish()?), None).await?;
        self.files.close().await?;
        self.part_bytes = 0;
        Ok(())
    }

    /// Ends the last part, and has all of them stay. Without rows there is one part, which has the columns.
    pub async fn finish(&mut self) -> Result<WrittenParts, RowFileError> {
        self.write_waiting().await?;
        if self.stream.waiting_bytes() > 0 {
            return Err(RowFileError::Uncounted);
        }
        // Where rows ended with a part, another one was begun and has none.
        match self.open.take() {
            Some(part) if part.rows > 0 || self.rows == 0 => self.close(part).await?,
            Some(_) => {}
            // Not even a header came.
            None => return Err(RowFileError::Uncounted),
        }
        self.files.finish().await
    }

    /// Removes the parts that were written, where the rest could not be.
    pub async fn remove(&mut self) {
        self.open = None;
        self.files.remove().await;
    }
}
