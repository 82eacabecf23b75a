//! The blocks of a page's document, in the order of their positions: their kinds, the attributes of each kind, and their bounds.
//!
//! To add a kind: its word in [`BlockKind`] and its attributes, both in `kinds.rs`; the check and the documents follow from there.

pub mod attributes;
pub mod kinds;
pub mod prices;

pub use kinds::BlockKind;

use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectPageBlocks, "src/blocks/page_blocks.sql");

/// Blocks that a page has at most.
pub const MOST_BLOCKS: usize = 2_000;
/// Bytes that the body of a block has at most; its attributes as JSON have as many at most.
pub const MOST_BLOCK_BYTES: usize = 64 << 10;
/// Bytes that the blocks of a page have at most together.
pub const MOST_PAGE_BYTES: usize = 1 << 20;

/// A block of a page.
#[derive(Row, Schema, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Block {
    /// Id of the block, unique in a deployment.
    #[schema(example = 9)]
    pub id: i64,
    /// The kind of the block; it decides what `attrs` may be.
    pub kind: BlockKind,
    /// The block's text in Markdown; a token `{{derived:ID}}` stands for a cited figure.
    #[schema(example = "In March {{derived:12}} accounts were liquidated.")]
    pub body: String,
    /// An object by the schema of the kind.
    #[row(json)]
    pub attrs: Attributes,
    /// The block's place in the document, from 0, without gaps.
    #[schema(example = 0)]
    pub position: i64,
    /// Version of the block, raised by each change of it.
    #[schema(example = 3)]
    pub version: i64,
}

/// Attributes of a block beside its body: a JSON object by the schema of its kind.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(transparent)]
pub struct Attributes(pub Json);

impl Default for Attributes {
    fn default() -> Attributes {
        Attributes(json!({}))
    }
}

impl Schema for Attributes {
    fn schema() -> Json {
        json!({ "type": "object", "description": kinds::description() })
    }

    fn example() -> Json {
        json!({})
    }
}
