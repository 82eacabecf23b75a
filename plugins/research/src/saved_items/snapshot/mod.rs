//! The copy of a transaction or a block: read from the warehouse at one moment, as objects and texts.

pub mod block;
pub mod transaction;

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// Bytes that a snapshot has at most: ten of them are an answer.
pub const MOST_BYTES: usize = 512 << 10;
/// Logs that a transaction has at most.
pub const MOST_LOGS: u64 = 1_000;

/// A chain that the warehouse has.
#[derive(Row)]
pub struct KnownChain {
    pub chain_id: u64,
    /// Its slug, or its number where it has none.
    pub word: String,
}

/// A copy that is ready to be stored.
pub struct Snapshot {
    pub chain_id: u64,
    pub block_number: u64,
    /// The transaction's hash, or the block's.
    pub hash: String,
    /// Empty where it is not known.
    pub block_hash: String,
    pub content: Json,
}

impl Snapshot {
    /// Its text; 422 where that is too long to be kept.
    pub fn text(&self) -> Result<String, Problem> {
        let text = self.content.to_string();
        match text.len() > MOST_BYTES {
            true => Err(too_large(format!("The copy has {} bytes", text.len()))),
            false => Ok(text),
        }
    }
}

/// Nothing is cut: what does not fit is not saved.
fn too_large(found: String) -> Problem {
    let sentence = format!("{found}; a saved copy has at most {MOST_LOGS} logs and {MOST_BYTES} bytes.");
    Problem::new(422, "snapshot_too_large", sentence).with("most_logs", MOST_LOGS).with("most_bytes", MOST_BYTES)
}
