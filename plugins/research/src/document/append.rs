//! `POST /research/pages/{id}/blocks`.

use crate::access::PagePath;
use crate::document::content::Content;
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::write::Purpose;
use crate::versions::PageVersionKind;
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{Attributes, Block, BlockKind, attributes, prices};
use quarry_sdk::prelude::*;

/// A block to be appended.
#[derive(Schema, Deserialize)]
pub struct AppendedBlock {
    /// The kind of the block; it decides what `attrs` may be.
    kind: BlockKind,
    /// The block's text in Markdown; it may have the token of a citation.
    #[schema(max_length = 65536, example = "In March {{derived:12}} accounts were liquidated.")]
    body: String,
    #[schema(optional)]
    #[serde(default)]
    attrs: Option<Attributes>,
}

/// The block, and the version of the document that it came with.
#[derive(Schema, Serialize)]
pub struct AppendedToDocument {
    pub block: Block,
    /// The version of the document with the block.
    #[schema(example = 42)]
    pub document_version: i64,
}

/// Append a block to a page
///
/// Appends the block at the end of the document, as the member who minted the key. With an `Idempotency-Key` a repetition appends nothing
/// twice.
#[endpoint(
    post = "/research/pages/{id}/blocks", key = "research:write", module = "research", status = 201,
    guard = PageRole::Editor, guard_path(page_id = id), max_body_bytes = 524_288,
    refuses(422, "unknown_upload", "The page has no such upload."),
    refuses(422, "upload_missing", "The file was not sent yet."),
    refuses(422, "upload_type_mismatch", "The file is not of the type that was declared; it was removed."),
    refuses(422, "too_many_uploads", "One save attaches 100 new files at most."),
    tool(
        name = "append_research_block",
        description = "Adds one block at the end of a research page: a finding in Markdown, with the tokens of the citations that it rests on."
    ),
    body = AppendedToDocument
)]
pub fn append_block(path: PagePath, JsonBody(new): JsonBody<AppendedBlock>) -> Result<Answer, Problem> {
    let AppendedBlock { kind, body, attrs } = new;
    let content = Content { kind, body, attrs: attrs.unwrap_or_default().0 };
    attributes::check(content.kind, &content.body, &content.attrs)
        .and_then(|()| prices::refuse_dear(content.kind, &content.body, &content.attrs, None, 0))
        .map_err(|mistake| Problem::invalid_field(&mistake.member, mistake.sentence))?;
    let purpose =
        Purpose { page_id: path.id, kind: PageVersionKind::Autosave, action: "document.appended", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        let stored = current.blocks.iter().map(|stored| Target::stored(stored.block.id));
        Ok(Plan { targets: stored.chain([Target::new(content.clone())]).collect(), ..Plan::default() })
    })?;
    let document = save::answer(outcome)?;
    let document_version = document.document_version;
    let block = document.blocks.into_iter().last();
    let block = block.ok_or_else(|| Problem::not_found("The page is gone."))?;
    Ok(Answer::json(&AppendedToDocument { block, document_version }).with_status(201))
}
