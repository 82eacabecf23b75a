//! Versions: pages as they were, and blocks as they were.
//!
//! An autosave is one version an author and ten minutes, and goes after ninety days, as do versions of blocks and drafts. Versions with a
//! name and restores stay. A restore is a save like any other: nothing is lost by it.

pub mod changes;
pub mod compare;
pub mod forget;
pub mod history;
pub mod name;
pub mod read;
pub mod restore_block;
pub mod restore_page;
pub mod words;

use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

statement!(app_store, UpdateAutosave, "src/versions/update_autosave.sql");
statement!(app_store, InsertVersion, "src/versions/insert_version.sql", kind: PageVersionKind);
statement!(app_store, SelectVersion, "src/versions/version.sql");

/// An autosave is rewritten, and a block's earlier text kept once, within so many seconds of one author.
pub const SLOT_SECONDS: i64 = 600;

/// The way by which a version of a page came.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageVersionKind {
    /// The last save of an author within ten minutes.
    Autosave,
    /// Somebody gave it a name.
    Named,
    /// The page as it was after an earlier version, or a block of one, was restored.
    Restore,
}

#[derive(Parameters)]
pub struct VersionPath {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// Id of the version.
    #[parameter(path, minimum = 1, example = "8")]
    pub version_id: i64,
}

/// A version of a page.
#[derive(Row, Schema, Serialize)]
pub struct PageVersion {
    #[schema(example = 8)]
    pub id: i64,
    /// The version's name; null for an unnamed version.
    #[schema(example = "Before the review")]
    pub name: Option<String>,
    pub kind: PageVersionKind,
    /// The page's title then.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The author of the version.
    #[row(prefix = "author_")]
    pub author: NamedPerson,
    /// The version of the document that it is.
    #[schema(example = 41)]
    pub document_version: i64,
    #[schema(example = 12)]
    pub block_count: i64,
    pub created_at: Time,
    /// The time of the author's last save, later than `created_at` where the author saved again within ten minutes.
    pub updated_at: Time,
}

/// A version of a page with its blocks.
#[derive(Row, Schema, Serialize)]
pub struct PageVersionWithBlocks {
    #[row(flatten)]
    #[schema(flatten)]
    #[serde(flatten)]
    pub version: PageVersion,
    /// Blocks as they were in that version, in their order.
    #[row(json)]
    pub blocks: Vec<Block>,
}

/// A version of the guard's page; 404 where it has no such version.
pub fn one(id: i64) -> Result<PageVersionWithBlocks, Problem> {
    let version: Option<PageVersionWithBlocks> = SelectVersion { id }.one()?;
    version.ok_or_else(|| Problem::not_found(format!("The page has no version {id}.")))
}

/// Keeps the page as a version.
pub fn store(
    transaction: &Transaction,
    kind: PageVersionKind,
    blocks: &[Block],
    document_version: i64,
    now: Time,
) -> Result<(), Problem> {
    let block_count = i64::try_from(blocks.len()).unwrap_or(i64::MAX);
    let blocks = json!(blocks).to_string();
    if kind == PageVersionKind::Autosave {
        let since = now.minus_seconds(SLOT_SECONDS);
        let update = UpdateAutosave { blocks: blocks.clone(), block_count, document_version, now, since };
        if transaction.execute(update)? > 0 {
            return Ok(());
        }
    }
    transaction.insert(InsertVersion { kind, name: None, blocks, block_count, document_version, now })?;
    Ok(())
}
