//! The bodies of documents.

use crate::document::draft::RecoverableDraft;
use crate::document::sent_block::SentBlock;
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The document of a page.
#[derive(Schema, Serialize)]
pub struct Document {
    /// Version of the document, raised by each save.
    #[schema(example = 42)]
    pub document_version: i64,
    /// The time of the page's last change.
    pub saved_at: Time,
    /// True where what others saved meanwhile was merged with what was sent.
    #[schema(example = false)]
    pub merged: bool,
    /// The ids of new blocks by their keys. A block that was removed and sent again is new; its key is the id that it had.
    #[schema(example = { "c1": 10 })]
    pub ids: BTreeMap<String, i64>,
    /// Blocks in their order.
    pub blocks: Vec<Block>,
    /// The newest text of the caller that could not be saved; null where there is none.
    pub recoverable_draft: Option<RecoverableDraft>,
}

/// A document to be saved.
#[derive(Schema, Deserialize)]
pub struct NewDocument {
    /// The `document_version` that was read.
    #[schema(minimum = 0, example = 0)]
    pub base_version: i64,
    /// All blocks in their order; a block that was read and is missing here is removed.
    #[schema(max_items = 2000)]
    pub blocks: Vec<SentBlock>,
    /// A draft of the caller that this save takes up or dismisses: it is removed.
    #[schema(optional, minimum = 1, example = null)]
    pub draft_id: Option<i64>,
}

/// Blocks that a closing tab has not saved yet.
#[derive(Schema, Deserialize)]
pub struct UnsavedChanges {
    /// The `document_version` that was read.
    #[schema(minimum = 0, example = 41)]
    pub base_version: i64,
    /// Blocks that were changed, and new ones, which go to the end.
    #[schema(optional, max_items = 2000)]
    #[serde(default)]
    pub changed: Vec<SentBlock>,
    /// Ids of blocks that were removed.
    #[schema(optional, max_items = 2000, example = [9])]
    #[serde(default)]
    pub removed: Vec<i64>,
}
