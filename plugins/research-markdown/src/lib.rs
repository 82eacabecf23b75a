//! The document of a research page as Markdown, and Markdown of any tool as blocks.
//!
//! Always true here: what is written by [`export`] is read by [`import`] as the same blocks, but for what [`canonical`] makes alike, so a
//! second export has the same bytes; nothing is hidden in comments. Nothing that an import cannot keep goes without a line in
//! [`Imported::not_kept`].
//!
//! A block is written in the form that people know (`natural`). Where that form would be read as something else, the block stands in a
//! fence of its own (`fenced`), which holds anything.

mod canonical;
mod code_runs;
mod containers;
mod export;
mod fenced;
mod html;
mod html_frames;
mod html_names;
mod html_tables;
mod html_tokens;
mod import;
mod inline;
mod lost;
mod natural;
mod notes;
mod pieces;
pub mod readable;
mod references;
mod rows;
mod shown;
mod tones;
mod words;

pub use canonical::canonical;
pub use export::export;
pub use import::{Imported, TooDear, import};
pub use natural::picture_and_file_path;
pub use notes::{MOST_NOTES, NotKept};

use quarry_research_pages::blocks::BlockKind;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Names of files by the ids of their uploads, for readable paths.
pub type FileNames = BTreeMap<i64, String>;

/// The content that people write in a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    pub kind: BlockKind,
    pub body: String,
    pub attrs: Json,
}

/// A block of an import, and the line at which it began, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedBlock {
    pub content: Content,
    pub line: usize,
}
