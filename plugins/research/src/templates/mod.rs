//! Templates of a space: the blocks that a new page may begin with.

pub mod create;

use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectTemplates, "src/templates/templates.sql");
statement!(app_store, SelectTemplateBlocks, "src/templates/template_blocks.sql");

/// Templates that a space has at most.
pub const MOST_TEMPLATES: i64 = 100;

/// A template of a space.
#[derive(Row, Schema, Serialize, PartialEq)]
pub struct Template {
    /// Id of the template, unique in a deployment.
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Liquidation report")]
    pub name: String,
    /// Blocks that a page made of it begins with.
    #[schema(example = 3)]
    pub block_count: i64,
    /// The person who made the template.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    pub created_at: Time,
}

/// A block as a template keeps it: without id, version and people.
#[derive(Serialize, Deserialize)]
pub struct TemplateBlock {
    pub kind: String,
    pub body: String,
    pub attrs: Json,
}

#[derive(Row)]
struct KeptBlocks {
    #[row(json)]
    blocks: Vec<TemplateBlock>,
}

/// The blocks of one of the space's templates.
pub fn blocks_of(transaction: &Transaction, id: i64) -> Result<Vec<TemplateBlock>, Problem> {
    let kept: Option<KeptBlocks> = transaction.one(SelectTemplateBlocks { id })?;
    let unknown = || Problem::invalid_field("template_id", format!("The space has no template {id}."));
    Ok(kept.ok_or_else(unknown)?.blocks)
}
