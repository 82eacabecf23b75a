//! Content of a sandbox beside the sample chain: a registry of invented events, posts about this service, a
//! cited figure, a published page and one under review, a space that the sample's people share, an export that one of them has
//! drafted, and the views, favourites and alerts of another.
//!
//! The same on every machine. The events say of themselves that they are invented; blocks that they name
//! are those of the sample chain, and each is anchored in the first transaction of its block. To add an event: a line of `events.ndjson`. To add a post: its file in `posts/`
//! and its line in `posts.rs`.

mod alerts;
mod data_requests;
mod error;
mod first_transaction;
mod library;
mod made;
mod posts;
mod publications;
mod research;
mod spaces;
mod views;

pub use alerts::load_sample_alerts;
pub use data_requests::load_sample_data_requests;
pub use error::SampleContentError;
pub use library::load_sample_library;
pub use publications::load_sample_publications;
pub use research::load_sample_research;
pub use spaces::load_sample_spaces;

use crate::event_registry;
use first_transaction::first_transaction;
use jiff::Timestamp;
use quarry_contract::chain_id;
use quarry_stores::app::AppStore;
use quarry_stores::warehouse::Warehouse;
use std::io::Cursor;

const EVENTS: &str = include_str!("events.ndjson");
/// When the entries say they were written, the same everywhere: 2026-11-01T00:00:00Z, the end of the sample chain.
const WRITTEN_AT_SECONDS: i64 = 1_793_491_200;

/// Writes what is missing of it; on a second start that is nothing. What staff have changed since stays.
pub async fn load_sample_content(store: &AppStore, warehouse: &Warehouse) -> Result<(), SampleContentError> {
    let written_at = Timestamp::from_second(WRITTEN_AT_SECONDS)?;
    event_registry::load(store, "sample events", Box::new(Cursor::new(anchored_events(warehouse).await?)), written_at)
        .await?;
    posts::load(store).await?;
    publications::load(store, warehouse, written_at).await
}

/// The events, those with a block with its first transaction: hashes change when the sample chain does.
async fn anchored_events(warehouse: &Warehouse) -> Result<String, SampleContentError> {
    let mut lines = String::with_capacity(EVENTS.len() * 2);
    for line in EVENTS.lines() {
        let mut event: serde_json::Value = serde_json::from_str(line)?;
        let chain = event["chain"].as_str().and_then(chain_id);
        if let (Some(chain), Some(block)) = (chain, event["block_number"].as_u64())
            && let Some(hash) = first_transaction(warehouse, chain, block).await?
        {
            event["transactions"] = [hash].as_slice().into();
        }
        lines.push_str(&event.to_string());
        lines.push('\n');
    }
    Ok(lines)
}
