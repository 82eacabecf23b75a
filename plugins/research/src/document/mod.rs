//! The document of a page: its blocks in their order, and how several people write it at once.
//!
//! Always true here: a save changes the whole document or nothing, and raises `document_version` by one. Text that somebody else wrote
//! is never written over unread: a block that changed on both sides is a conflict, what was sent is kept as a draft, and what a block
//! was before somebody else's change, or before it was removed, is kept as a version.
//!
//! `current.rs` reads the stored document, `merge.rs` and `order.rs` decide without a store what becomes of it, `write.rs` writes that,
//! and `save.rs` does these again where the document changed in between.

pub mod append;
pub mod beacon;
pub mod body;
pub mod content;
pub mod current;
pub mod draft;
pub mod get;
pub mod merge;
pub mod order;
pub mod put;
pub mod save;
pub mod sent_block;
pub mod write;

use quarry_sdk::prelude::*;

/// Somebody saved the document of a page.
#[derive(Serialize, Schema)]
pub struct DocumentChanged {
    #[schema(example = 1)]
    pub page_id: i64,
    #[schema(example = 42)]
    pub document_version: i64,
    /// Blocks that were added, changed, moved or removed: at most 100 of them.
    #[schema(max_items = 100, example = [9, 10])]
    pub blocks: Vec<i64>,
}

impl Notification for DocumentChanged {
    const NAME: &'static str = "research.document_changed";
    const SUMMARY: &'static str = "Somebody saved the document of a page.";
}
