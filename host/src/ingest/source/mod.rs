//! Where the bytes of a file come from on their way to the warehouse: opened, decompressed, cut into whole records, and
//! handed over in chunks through a bounded queue. Memory does not depend on the size of the file.
//!
//! Reading and decompressing block, so they run on a blocking thread ([`spawn`]); the insert takes the chunks from the
//! queue at the warehouse's speed.

mod bridge;
mod compression;
mod csv_records;
mod lines;
mod records;

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(super) use bridge::reader_of;
pub(crate) use compression::decompressed;
pub(super) use lines::LineMap;

use super::dataset::{DatasetKind, Format};
use super::error::IngestError;
use super::progress::Progress;

/// Bytes in one chunk, about.
const CHUNK_BYTES: usize = 1 << 20;
/// Chunks waiting for the warehouse at most.
const QUEUED_CHUNKS: usize = 4;

/// Bytes to load, not yet decompressed.
pub(super) struct Source {
    /// What errors call it.
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
    /// Whether a column that says the chain is there; `None` where only the rows can tell.
    pub(super) has_chain_column: Option<bool>,
    records: Box<dyn Records>,
}

/// What cuts decompressed bytes into chunks of whole, well-formed records.
pub(super) trait Records: Send {
    /// The next chunk, or `None` at the end.
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>>;
    /// Where the records' lines are, and which were malformed; complete once the chunks have ended.
    fn into_lines(self: Box<Self>) -> Option<LineMap>;
}

/// Decompresses the first bytes, finds the format, checks the header.
pub(super) fn look_into(source: Source, kind: DatasetKind, progress: Arc<dyn Progress>) -> Result<Opened, IngestError> {
    let Source { name, format, reader, .. } = source;
    let damaged = |source| IngestError::Damaged { name: name.clone(), source };
    let counted = bridge::Counted { inner: reader, progress };
    let mut reader = decompressed(Box::new(counted)).map_err(damaged)?;
    let start = compression::peek(&mut reader, 512).map_err(damaged)?;
    if start.is_empty() {
        return Err(IngestError::Empty { name });
    }
    if start.trim_ascii_start().starts_with(b"[") {
        return Err(IngestError::JsonArray { name });
    }
    let format = format.unwrap_or_else(|| Format::of_content(&start));
    let (records, has_chain_column): (Box<dyn Records>, _) = match format {
        Format::Csv => {
            let records = csv_records::CsvRecords::open(reader).map_err(damaged)?;
            check_header(&name, kind, records.header())?;
            let has_chain_column =
                records.header().iter().any(|column| kind.chain_columns().contains(&column.as_str()));
            (Box::new(records), Some(has_chain_column))
        }
        Format::NdJson => (Box::new(records::JsonRecords::new(reader)), None),
        Format::Parquet => (Box::new(records::WholeBytes::new(reader)), None),
    };
    Ok(Opened { format, has_chain_column, records })
}

/// Refuses a header that lacks a column the dataset cannot do without.
fn check_header(name: &str, kind: DatasetKind, header: &[String]) -> Result<(), IngestError> {
    use super::columns::{Presence, columns_of};
    for column in columns_of(kind).iter().filter(|column| column.presence == Presence::Required) {
        if !column.names.iter().any(|known| header.iter().any(|present| present == known)) {
            return Err(IngestError::MissingColumn {
                name: name.to_owned(),
                dataset: kind,
                column: column.names[0],
                alternatives: column.names,
            });
        }
    }
    Ok(())
}

/// Starts reading on a blocking thread. The stream ends with an error item where the source is damaged, so that a cut-off
/// file can never pass for a complete one; the task gives the line map.
pub(super) fn spawn(
    mut records: Opened,
) -> (impl Stream<Item = io::Result<Bytes>> + Send + Unpin + 'static, JoinHandle<io::Result<Option<LineMap>>>) {
    let (sender, receiver) = mpsc::channel(QUEUED_CHUNKS);
    let task = tokio::task::spawn_blocking(move || {
        loop {
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
        Ok(records.records.into_lines())
    });
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|item| (item, receiver))
    });
    (Box::pin(stream), task)
}
