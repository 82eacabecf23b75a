//! Rows in several files, cut between two rows as the bytes of one statement come.
//!
//! A part becomes an object when it is full, so memory does not grow with their number. Until the last one is written they are
//! kept for a day only: those of a host that died go by themselves.

use crate::objects::Objects;
use crate::row_files::{FileCompression, RowCounter, RowFileError, RowFileWriter, RowFormat, WrittenRows};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

/// Objects of one file.
pub const MAX_PARTS: usize = 1_000;
/// The time for which parts stay whose file was never finished.
const UNFINISHED: SignedDuration = SignedDuration::from_hours(24);

/// The objects that the parts become.
#[derive(Debug, Clone)]
pub struct PartsTarget {
    pub component: String,
    /// The key with one `*`, which stands for the number of the part, from 1.
    pub key: String,
    pub format: RowFormat,
    pub compression: FileCompression,
    pub expires_at: Option<Timestamp>,
    /// A part ends behind the row with which it has so many.
    pub part_rows: u64,
    /// A part ends behind the row with which it has so many, before compression.
    pub part_bytes: u64,
    /// The most rows of all parts together.
    pub max_rows: u64,
    /// The most bytes of all parts together, as they are stored.
    pub max_bytes: u64,
    /// Keys and values in the footer of each part of Parquet.
    pub metadata: Vec<(String, String)>,
}

/// The parts that were stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenParts {
    pub parts: Vec<WrittenRows>,
    pub row_count: u64,
    pub size_bytes: u64,
    /// The digest of the parts one behind the other.
    pub sha256: [u8; 32],
}

/// Cuts a stream of rows into files.
pub struct RowFileParts {
    objects: Objects,
    target: PartsTarget,
    /// The open part; `None` between two parts.
    open: Option<RowFileWriter>,
    written: Vec<WrittenRows>,
    /// The lines of the open part, the line of names among them, and its bytes before compression.
    lines: u64,
    bytes: u64,
    /// True when the bytes that came last stand in quotes.
    is_quoted: bool,
    digest: Sha256,
}

impl RowFileParts {
    pub fn new(objects: Objects, target: PartsTarget) -> RowFileParts {
        RowFileParts {
            objects,
            target,
            open: None,
            written: Vec::new(),
            lines: 0,
            bytes: 0,
            is_quoted: false,
            digest: Sha256::new(),
        }
    }

    pub(super) fn target(&self) -> &PartsTarget {
        &self.target
    }

    /// Bytes that went into the object store so far.
    pub fn written_bytes(&self) -> u64 {
        let written: u64 = self.written.iter().map(|part| part.object.size_bytes).sum();
        written + self.open.as_ref().map_or(0, RowFileWriter::written_bytes)
    }

    /// Rows of lines that were taken so far.
    pub fn written_rows(&self) -> u64 {
        let written: u64 = self.written.iter().map(|part| part.row_count).sum();
        written + self.open.as_ref().map_or(0, RowFileWriter::written_rows)
    }

    /// Takes a piece of the whole file.
    pub async fn take(&mut self, mut piece: Bytes) -> Result<(), RowFileError> {
        while !piece.is_empty() {
            let end = self.end_of_part(&piece);
            let part = piece.split_to(end.unwrap_or(piece.len()));
            let rows = self.lines.saturating_sub(self.names());
            self.write(part, Some(rows)).await?;
            if end.is_some() {
                self.close().await?;
            }
        }
        Ok(())
    }

    /// The place in the piece at which the open part ends, behind a row; `None` where it goes on. Counts what the part has by
    /// then.
    fn end_of_part(&mut self, piece: &Bytes) -> Option<usize> {
        let is_csv = self.target.format == RowFormat::Csv;
        let names = self.names();
        for position in memchr::memchr2_iter(b'"', b'\n', piece) {
            match piece[position] {
                // In JSON the line ends of texts are escaped, so quotes say nothing there.
                b'"' if is_csv => self.is_quoted = !self.is_quoted,
                b'\n' if !self.is_quoted => {
                    self.lines += 1;
                    let (rows, bytes) = (self.lines - names, self.bytes + position as u64 + 1);
                    if rows > 0 && (rows >= self.target.part_rows || bytes >= self.target.part_bytes) {
                        return Some(position + 1);
                    }
                }
                _ => {}
            }
        }
        self.bytes += piece.len() as u64;
        None
    }

    /// Lines of the open part that are no rows.
    fn names(&self) -> u64 {
        u64::from(self.target.format == RowFormat::Csv && self.written.is_empty())
    }

    /// Takes a piece of the open part; `rows`: with how many rows it ends, where they were counted.
    pub(super) async fn write(&mut self, piece: Bytes, rows: Option<u64>) -> Result<(), RowFileError> {
        let mut writer = match self.open.take() {
            Some(writer) => writer,
            None => self.begin()?,
        };
        let taken = match rows {
            Some(rows) => writer.take_with_rows(piece, rows).await,
            None => writer.take(piece).await,
        };
        self.open = Some(writer);
        taken
    }

    fn begin(&mut self) -> Result<RowFileWriter, RowFileError> {
        let target = &self.target;
        if self.written.len() == MAX_PARTS {
            return Err(RowFileError::TooManyParts(MAX_PARTS));
        }
        let number = self.written.len() + 1;
        let key = target.key.replacen('*', &number.to_string(), 1);
        let media_type = target.format.media_type(target.compression);
        let provisional = Some(self.objects.now() + UNFINISHED);
        let upload = self.objects.begin_upload(&target.component, &key, media_type, provisional);
        let counter = match number {
            1 => RowCounter::new(target.format),
            _ => RowCounter::without_names(target.format),
        };
        let rows_before: u64 = self.written.iter().map(|part| part.row_count).sum();
        let rows = target.max_rows.saturating_sub(rows_before);
        let bytes = target.max_bytes.saturating_sub(self.written_bytes());
        let whole = (number > 1).then(|| self.digest.clone());
        RowFileWriter::of_whole(upload, counter, target.compression, rows, bytes, whole)
    }

    pub(super) async fn close(&mut self) -> Result<(), RowFileError> {
        if let Some(writer) = self.open.take() {
            let (part, digest) = writer.finish_of_whole().await?;
            self.written.push(part);
            self.digest = digest;
        }
        (self.lines, self.bytes) = (0, 0);
        Ok(())
    }

    /// Ends the last part, and has all of them stay. A file without rows has one part.
    pub async fn finish(&mut self) -> Result<WrittenParts, RowFileError> {
        if self.is_quoted {
            return Err(RowFileError::Uncounted);
        }
        if self.written.is_empty() && self.open.is_none() {
            self.open = Some(self.begin()?);
        }
        self.close().await?;
        let keys = self.written.iter().map(|part| part.object.key.clone()).collect();
        self.objects.keep_until(&self.target.component, keys, self.target.expires_at).await?;
        let parts = std::mem::take(&mut self.written);
        Ok(WrittenParts {
            row_count: parts.iter().map(|part| part.row_count).sum(),
            size_bytes: parts.iter().map(|part| part.object.size_bytes).sum(),
            sha256: std::mem::take(&mut self.digest).finalize().into(),
            parts,
        })
    }

    /// Removes the parts that were written, where the rest could not be.
    pub async fn remove(&mut self) {
        self.open = None;
        for part in std::mem::take(&mut self.written) {
            if let Err(error) = self.objects.remove(&self.target.component, &part.object.key).await {
                tracing::warn!(%error, key = part.object.key, "a part of a file that failed stays for a day");
            }
        }
    }
}
