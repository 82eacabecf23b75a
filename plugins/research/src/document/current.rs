//! The document as it is stored, and what is known of earlier versions of its blocks.

use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(app_store, SelectDocument, "src/document/document.sql");
statement!(app_store, SelectPageState, "src/document/page_state.sql");
statement!(app_store, SelectEarlierVersions, "src/document/earlier_versions.sql");
statement!(app_store, SelectVersionsAtBase, "src/document/versions_at_base.sql");
statement!(app_store, SelectKeptBlocks, "src/document/kept_blocks.sql");

/// Where to read: in a transaction, or outside of one.
pub type Within<'a> = Option<&'a Transaction>;

fn all<R: Row>(within: Within<'_>, statement: impl Statement) -> Result<Vec<R>, Problem> {
    match within {
        Some(transaction) => transaction.all(statement),
        None => statement.all(),
    }
}

/// A block as it is stored.
#[derive(Row, Debug, Clone)]
pub struct StoredBlock {
    #[row(flatten)]
    pub block: Block,
    pub client_key: Option<String>,
    /// The same in each row.
    pub document_version: i64,
    /// True where the caller wrote this version of it.
    pub by_caller: bool,
    /// The version of the document that this version of the block came with; none where a block was written by another way.
    pub changed_in: Option<i64>,
    /// The version of the document in which the block was last moved.
    pub moved_in: Option<i64>,
}

#[derive(Row)]
struct PageState {
    document_version: i64,
    title: String,
    updated_at: Time,
}

/// A document as it is stored.
#[derive(Debug)]
pub struct Current {
    pub document_version: i64,
    pub title: String,
    pub updated_at: Time,
    /// Blocks in their order.
    pub blocks: Vec<StoredBlock>,
}

impl Current {
    /// Reads it. Where somebody saves in between, the version is that of the blocks.
    pub fn of_page(within: Within<'_>) -> Result<Current, Problem> {
        let state: Option<PageState> = all(within, SelectPageState {})?.pop();
        let state = state.ok_or_else(|| Problem::not_found("The page is gone."))?;
        let blocks: Vec<StoredBlock> = all(within, SelectDocument {})?;
        let document_version = blocks.first().map_or(state.document_version, |stored| stored.document_version);
        Ok(Current { document_version, title: state.title, updated_at: state.updated_at, blocks })
    }
}

/// Facts of a block as a client read it.
#[derive(Row, Debug, Clone, Default)]
pub struct Earlier {
    pub block_id: i64,
    pub version: i64,
    /// None: that version is not known, or no longer.
    pub digest: Option<i64>,
    /// The version of the document in which the block last changed or was removed. None: the page never had it, or long ago.
    pub last_changed_in: Option<i64>,
}

#[derive(Row)]
struct VersionAtBase {
    block_id: i64,
    version: i64,
}

pub fn earlier(within: Within<'_>, asked: &[(i64, i64)]) -> Result<HashMap<(i64, i64), Earlier>, Problem> {
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let row = |&(block_id, version): &(i64, i64)| SelectEarlierVersionsAsked { block_id, version };
    let found: Vec<Earlier> = all(within, SelectEarlierVersions { asked: asked.iter().map(row).collect() })?;
    Ok(found.into_iter().map(|earlier| ((earlier.block_id, earlier.version), earlier)).collect())
}

pub fn versions_at_base(within: Within<'_>, block_ids: Vec<i64>, base: i64) -> Result<HashMap<i64, i64>, Problem> {
    if block_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<VersionAtBase> = all(within, SelectVersionsAtBase { block_ids, base_version: base })?;
    Ok(found.into_iter().map(|at_base| (at_base.block_id, at_base.version)).collect())
}

/// The blocks as they were, of those that were kept.
pub fn kept(within: Within<'_>, asked: &[(i64, i64)]) -> Result<HashMap<i64, Block>, Problem> {
    let row = |&(block_id, version): &(i64, i64)| SelectKeptBlocksAsked { block_id, version };
    let found: Vec<Block> = all(within, SelectKeptBlocks { asked: asked.iter().map(row).collect() })?;
    Ok(found.into_iter().map(|block| (block.id, block)).collect())
}
