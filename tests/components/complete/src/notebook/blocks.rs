//! A page's blocks: a document of any length, written by one statement.

use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, RemoveBlocks, "sql/remove_blocks.sql");
statement!(app_store, InsertBlocks, "sql/insert_blocks.sql");
statement!(app_store, ListBlocks, "sql/list_blocks.sql");

/// A page as it shall be.
#[derive(Deserialize, Schema)]
pub struct PageContent {
    blocks: Vec<NewBlock>,
}

/// One block; its position is its place in the list.
#[derive(Deserialize, Schema)]
pub struct NewBlock {
    #[schema(example = "intro")]
    id: String,
    #[schema(example = "text")]
    kind: String,
    #[schema(example = "chapter", optional)]
    parent: Option<String>,
}

/// A block as it is.
#[derive(Schema)]
pub struct Block {
    #[schema(example = "intro")]
    pub id: String,
    #[schema(example = "text")]
    pub kind: String,
    #[schema(example = "chapter")]
    pub parent: Option<String>,
    #[schema(example = 0)]
    pub position: i64,
}

#[derive(Schema)]
pub struct Blocks {
    #[schema(rows = ListBlocks)]
    pub blocks: Vec<Block>,
}

#[derive(Parameters)]
pub struct PagePath {
    /// The page.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

/// Replaces a page's blocks
#[endpoint(
    put = "/notebook/pages/{id}/blocks", key = "research:write", cache = no_store, max_body_bytes = 1_048_576,
    body = Blocks
)]
pub fn replace_blocks(path: PagePath, JsonBody(content): JsonBody<PageContent>) -> Result<Answer, Problem> {
    let rows = content.blocks.into_iter().zip(0..);
    let blocks =
        rows.map(|(NewBlock { id, kind, parent }, position)| InsertBlocksBlocks { id, kind, parent, position });
    let insert = InsertBlocks { page: path.id, blocks: blocks.collect() };
    let transaction = Transaction::begin()?;
    transaction.query(RemoveBlocks { page: path.id })?;
    transaction.query(insert)?;
    let blocks = transaction.query(ListBlocks { page: path.id })?;
    transaction.commit()?;
    Ok(Answer::object().rows("blocks", blocks).into())
}
