//! A copy as it is stored.

use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

/// A figure that the page cited then.
#[derive(Serialize, Deserialize, Debug)]
pub struct FrozenCitation {
    pub id: i64,
    pub label: Option<String>,
    pub hash: Hash,
}

/// A file that blocks of the page showed then.
#[derive(Serialize, Deserialize, Debug)]
pub struct FrozenFile {
    pub upload_id: i64,
    pub file_name: String,
    pub media_type: String,
    pub size_bytes: i64,
}

/// The contents of a copy.
#[derive(Row)]
pub struct Kept {
    /// Markdown of a page that has no blocks: it was published before there was a workspace.
    pub body: String,
    #[row(json)]
    pub blocks: Vec<Block>,
    #[row(json)]
    pub citations: Vec<FrozenCitation>,
    #[row(json)]
    pub files: Vec<FrozenFile>,
}
