//! Single blocks of a document: who may do what with one, and what is fetched or derived for it again.

pub mod chain_native;
pub mod derived;
pub mod refresh;

use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

statement!(app_store, SelectBlock, "src/blocks/block.sql");
statement!(app_store, SelectDocumentVersion, "src/blocks/document_version.sql");

/// The caller's role in the space of a block's page. The guard binds `tenant` (the space), `block_id` and `page_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/blocks/block_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no block {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum BlockRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct BlockPath {
    /// Id of the block.
    #[parameter(path, minimum = 1, example = "9")]
    pub id: i64,
}

/// The guard's block.
pub fn guarded_block() -> Result<Block, Problem> {
    SelectBlock {}.one()?.ok_or_else(|| Problem::not_found("The block is gone."))
}

/// The version of the page's document.
pub fn guarded_document_version() -> Result<i64, Problem> {
    Ok(SelectDocumentVersion {}.query()?.integer(0, "document_version").unwrap_or_default())
}
