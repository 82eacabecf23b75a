//! The sourced registry of chain events (the timeline), loaded from files into the app store.
//!
//! The way of a file: `file` reads and decompresses it, `record` judges each of its rows, `store` writes them. The
//! component `timeline` reads what lies there.
//!
//! Always true:
//! - A file is loaded whole or not at all: every row is judged before the first one is written, and all are written in
//!   one transaction.
//! - Loading a file again changes nothing; a changed row raises its event's version.
//! - What staff edited or took off the timeline stays as they left it.
//!
//! To add a column: `record` and `file`, a migration of `chain_events`, `store`, docs/timeline.md.

mod error;
mod file;
mod record;
mod store;
mod summary;

pub use error::{BadEvent, EventRegistryError};
pub use record::{EventCategory, EventRecord, EventSource, EventTime};
pub use summary::EventSummary;

use jiff::Timestamp;
use quarry_stores::app::AppStore;
use std::io::Read;
use std::path::Path;

/// Loads a file of events: CSV with a header, or one JSON object a line; plain, gzip or zstd.
///
/// # Errors
/// When the file cannot be read, when a row is bad (the first ones are named), when the store fails. Nothing of the file
/// was loaded then.
pub async fn load_file(store: &AppStore, path: &Path, now: Timestamp) -> Result<EventSummary, EventRegistryError> {
    let path = path.to_owned();
    let name = path.display().to_string();
    let reading = tokio::task::spawn_blocking(move || file::read_path(&path));
    let records = reading.await.map_err(|_| EventRegistryError::ReaderStopped { name })??;
    store::write(store, &records, now).await
}

/// As [`load_file`], from bytes that errors call `name`.
pub async fn load(
    store: &AppStore,
    name: &str,
    reader: Box<dyn Read + Send>,
    now: Timestamp,
) -> Result<EventSummary, EventRegistryError> {
    store::write(store, &file::read(name, reader)?, now).await
}
