//! `POST /session/research/pages/{id}/templates`.

use crate::access::PagePath;
use crate::templates::{MOST_TEMPLATES, SelectTemplates, Template, TemplateBlock};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{Block, BlockKind, SelectPageBlocks};
use quarry_sdk::prelude::*;

statement!(app_store, InsertTemplate, "src/templates/insert_template.sql");

/// A template to be made of a page.
#[derive(Schema, Deserialize)]
pub struct NewTemplate {
    /// The name under which people pick it.
    #[schema(single_line, min_length = 1, max_length = 120, example = "Liquidation report")]
    name: String,
}

/// Save a page's blocks as a template
///
/// Saves the page's blocks as a template for the whole space: a new page may begin with copies of them. Comments, versions and notes are
/// not copied, and neither are images and files, which belong to the page for which they were sent. Needs the role `editor` or `owner`. A
/// space has at most 100 templates.
#[endpoint(
    post = "/session/research/pages/{id}/templates", session, module = "research", status = 201,
    guard = PageRole::Editor, guard_path(page_id = id),
    refuses(422, "too_many_templates", "A space has at most 100 templates."),
    refuses(422, "page_without_blocks", "The page has no block that could be copied, so a template of it would be empty."),
    body = Template
)]
pub fn create_template(path: PagePath, JsonBody(new): JsonBody<NewTemplate>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before: Vec<Template> = transaction.all(SelectTemplates {})?;
    if before.len() as i64 >= MOST_TEMPLATES {
        let sentence = format!("The space has {MOST_TEMPLATES} templates, and that is the most.");
        return Err(Problem::new(422, "too_many_templates", sentence).with("limit", MOST_TEMPLATES));
    }
    let mut blocks: Vec<Block> = transaction.all(SelectPageBlocks {})?;
    blocks.retain(|block| !matches!(block.kind, BlockKind::Image | BlockKind::File));
    if blocks.is_empty() {
        let sentence = "The page has no block that could be copied: write one first.";
        return Err(Problem::new(422, "page_without_blocks", sentence));
    }
    let block_count = i64::try_from(blocks.len()).unwrap_or(i64::MAX);
    let kept = blocks.into_iter().map(|Block { kind, body, attrs, .. }| TemplateBlock {
        kind: kind.word().to_owned(),
        body,
        attrs: attrs.0,
    });
    let blocks = json!(kept.collect::<Vec<_>>()).to_string();
    let id = transaction.insert(InsertTemplate { name: new.name, blocks, block_count, now: Time::now() })?;
    let made: Vec<Template> = transaction.all(SelectTemplates {})?;
    let template = made.into_iter().find(|template| template.id == id);
    let template = template.ok_or_else(|| Problem::not_found(format!("There is no template {id} here.")))?;
    let entry = AuditEntry::of("research_template.created", "research_template", &id);
    transaction.audit(entry.after(&json!({ "page_id": path.id, "blocks": block_count })))?;
    transaction.commit()?;
    Ok(Answer::json(&template).with_status(201))
}
