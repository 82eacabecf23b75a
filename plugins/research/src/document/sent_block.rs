//! A block as a client sends it.

use quarry_research_pages::blocks::{Attributes, BlockKind};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// A block as a client sends it: one that it read, with `id` and `version`, or a new one with a `key`.
#[derive(Schema, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct SentBlock {
    /// Id of the block; null for a new block.
    #[schema(optional, minimum = 1, example = 2)]
    pub id: Option<i64>,
    /// The client's own name for a new block, unique on the page: sent again, it makes nothing twice.
    #[schema(optional, min_length = 1, max_length = 64, example = null)]
    pub key: Option<String>,
    /// The version of the block as the client read it.
    #[schema(optional, minimum = 1, example = 1)]
    pub version: Option<i64>,
    /// The kind of the block; it decides what `attrs` may be.
    pub kind: BlockKind,
    /// The block's text in Markdown.
    #[schema(max_length = 65536, example = "In March {{derived:12}} accounts were liquidated.")]
    pub body: String,
    #[schema(optional)]
    #[serde(default)]
    pub attrs: Option<Attributes>,
    /// Place of the block as it was read. Only the place in the list counts.
    #[schema(optional, example = 0)]
    #[serde(skip_serializing)]
    position: Option<i64>,
}

impl SentBlock {
    /// A new block.
    pub fn new(key: String, kind: BlockKind, body: String, attrs: Json) -> SentBlock {
        SentBlock {
            id: None,
            key: Some(key),
            version: None,
            kind,
            body,
            attrs: Some(Attributes(attrs)),
            position: None,
        }
    }
}
