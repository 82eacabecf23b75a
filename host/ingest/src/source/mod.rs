//! The way of a file's bytes to the warehouse: opened, decompressed, cut into whole records, and
//! handed over in chunks through a bounded queue. Memory does not depend on the size of the file.
//!
//! Reading and decompressing block, so they run on a blocking thread ([`spawn`]); the insert takes the chunks from the
//! queue at the warehouse's speed.

mod bridge;
mod compression;
mod csv_header;
mod csv_records;
mod foreign;
mod json;
mod lines;
mod parquet_records;
mod read_file;
mod records;
mod unended;

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::Stream;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(super) use bridge::reader_of;
pub use compression::decompressed;
pub(super) use lines::LineMap;
pub(super) use read_file::{FileColumns, ReadFile};

use super::dataset::{DatasetKind, Format};
use super::error::IngestError;
use super::progress::Progress;
use read_file::{QUEUED_CHUNKS, Records};

/// Bytes to load, not yet decompressed.
pub(super) struct Source {
    /// Its name in errors.
    pub(super) name: String,
    /// `None`: told by the first bytes.
    pub(super) format: Option<Format>,
    pub(super) reader: Box<dyn Read + Send>,
    pub(super) size_bytes: Option<u64>,
}

impl Source {
    /// Opens a file; its format follows from its name, else from its content.
    pub(super) fn open(path: &Path) -> Result<Source, IngestError> {
        let unreadable = |source| IngestError::Unreadable { path: path.to_owned(), source };
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(unreadable(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; name its files")));
        }
        Ok(Source {
            name: path.display().to_string(),
            format: Format::of_path(path),
            size_bytes: metadata.is_file().then_some(metadata.len()),
            reader: Box::new(file),
        })
    }
}

/// A source that has been looked into: its format is known, its header (where it has one) is checked.
pub(super) struct Opened {
    pub(super) format: Format,
    /// True when a column says the chain; `None` where only the rows can tell.
    pub(super) has_chain_column: Option<bool>,
    /// The names of the dataset that the file has; `None` where only the rows can tell.
    pub(super) names: Option<Vec<&'static str>>,
    records: Box<dyn Records>,
    digest: Arc<Mutex<Sha256>>,
}

/// Decompresses the first bytes, finds the format, checks the header.
pub(super) fn look_into(
    source: Source,
    kind: DatasetKind,
    constants: &[(&'static str, String)],
    progress: Arc<dyn Progress>,
) -> Result<Opened, IngestError> {
    let Source { name, format, reader, .. } = source;
    let damaged = |source| IngestError::Damaged { name: name.clone(), source };
    let digest = Arc::new(Mutex::new(Sha256::new()));
    let counted = bridge::Counted { inner: reader, progress, digest: Arc::clone(&digest) };
    let mut reader = decompressed(Box::new(counted)).map_err(damaged)?;
    let mut start = compression::peek(&mut reader, 512).map_err(damaged)?;
    if foreign::has_utf8_mark(&start) {
        io::copy(&mut reader.as_mut().take(foreign::UTF8_MARK_BYTES), &mut io::sink()).map_err(damaged)?;
        start = compression::peek(&mut reader, 512).map_err(damaged)?;
    }
    if start.is_empty() {
        return Err(IngestError::Empty { name });
    }
    if let Some(what) = foreign::sentence(&start) {
        return Err(IngestError::Foreign { name, what: what.to_owned() });
    }
    // What is surely JSON or Parquet is read as such, whatever the file is called.
    let format = match (format, Format::of_content(&start)) {
        (Some(named), Format::Csv) => named,
        (_, found) => found,
    };
    let mut names = None;
    let records: Box<dyn Records> = match format {
        Format::Csv => {
            let records = csv_records::CsvRecords::open(reader, kind).map_err(damaged)?;
            if let Some(what) = records.other_separator() {
                return Err(IngestError::Foreign { name, what: what.to_owned() });
            }
            let taken = records.header().taken();
            check_columns(&name, kind, constants, |names| names.iter().any(|known| taken.contains(known)))?;
            names = Some(taken);
            Box::new(records)
        }
        Format::NdJson => Box::new(json::JsonRecords::open(reader, kind).map_err(damaged)?),
        Format::Parquet => {
            let records = parquet_records::ParquetRecords::open(reader, kind).map_err(damaged)?;
            let taken = records.taken();
            check_columns(&name, kind, constants, |names| names.iter().any(|known| taken.contains(known)))?;
            names = Some(taken);
            Box::new(records)
        }
    };
    let has_chain_column = names.as_ref().map(|names| names.iter().any(|column| kind.chain_columns().contains(column)));
    Ok(Opened { format, has_chain_column, names, records, digest })
}

/// Refuses a file that lacks a column which the dataset cannot do without, unless the command line gives it. `has` says
/// whether the file has one of these names.
pub(super) fn check_columns(
    name: &str,
    kind: DatasetKind,
    constants: &[(&'static str, String)],
    has: impl Fn(&[&str]) -> bool,
) -> Result<(), IngestError> {
    use super::columns::{Presence, columns_of};
    let needed = |presence| matches!(presence, Presence::Required | Presence::OrEmpty);
    let is_given = |column: &str| constants.iter().any(|(name, _)| *name == column);
    let missing =
        |column: &&super::columns::Column| needed(column.presence) && !has(column.names) && !is_given(column.name);
    match columns_of(kind).iter().find(missing) {
        Some(column) => Err(IngestError::MissingColumn {
            name: name.to_owned(),
            dataset: kind,
            column: column.names[0],
            alternatives: column.names,
        }),
        None => Ok(()),
    }
}

/// Starts reading on a blocking thread. The stream ends with an error item where the source is damaged, so that a cut-off
/// file can never pass for a complete one; the task gives what was noticed, and the SHA-256 of the bytes in hex.
#[allow(clippy::type_complexity, reason = "a stream that is not named, and what becomes of the reading")]
pub(super) fn spawn(
    mut records: Opened,
    most_chunks: usize,
) -> (impl Stream<Item = io::Result<Bytes>> + Send + Unpin + 'static, JoinHandle<io::Result<(ReadFile, String)>>) {
    let (sender, receiver) = mpsc::channel(QUEUED_CHUNKS);
    let task = tokio::task::spawn_blocking(move || {
        for _ in 0..most_chunks {
            match records.records.next_chunk() {
                Ok(Some(chunk)) => {
                    if sender.blocking_send(Ok(Bytes::from(chunk))).is_err() {
                        break; // The insert gave up; it says why.
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    let told = io::Error::new(error.kind(), error.to_string());
                    // Where nobody listens any more the error goes to the caller through the task alone.
                    let _ = sender.blocking_send(Err(told));
                    return Err(error);
                }
            }
        }
        let digest = records.digest.lock().unwrap_or_else(PoisonError::into_inner).clone().finalize();
        let digest = digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        Ok((records.records.finish(), digest))
    });
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|item| (item, receiver))
    });
    (Box::pin(stream), task)
}
