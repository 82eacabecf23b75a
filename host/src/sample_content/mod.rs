//! What a sandbox has to show beside the sample chain: a registry of invented events, and posts about this service.
//!
//! The same on every machine. The events say of themselves that they are invented; blocks and transactions that they
//! name are those of the sample chain. To add an event: a line of `events.ndjson`. To add a post: its file in `posts/`
//! and its line in `posts.rs`.

mod posts;

use crate::event_registry::{self, EventRegistryError};
use crate::stores::app::{AppStore, AppStoreError};
use jiff::Timestamp;
use std::io::Cursor;
use thiserror::Error;

const EVENTS: &str = include_str!("events.ndjson");
/// When the entries say they were written, the same everywhere: 2026-11-01T00:00:00Z, the end of the sample chain.
const WRITTEN_AT_SECONDS: i64 = 1_793_491_200;

/// The sample content could not be loaded.
#[derive(Debug, Error)]
pub enum SampleContentError {
    #[error("the sample events cannot be loaded: {0}")]
    Events(#[from] EventRegistryError),
    #[error("the time of the sample content is none: {0}")]
    Time(#[from] jiff::Error),
    #[error("the sample posts cannot be written: {0}")]
    Posts(#[from] AppStoreError),
}

/// Writes what is missing of it; on a second start that is nothing. What staff have changed since stays.
pub async fn load_sample_content(store: &AppStore) -> Result<(), SampleContentError> {
    let written_at = Timestamp::from_second(WRITTEN_AT_SECONDS)?;
    event_registry::load(store, "sample events", Box::new(Cursor::new(EVENTS)), written_at).await?;
    posts::load(store).await?;
    Ok(())
}
