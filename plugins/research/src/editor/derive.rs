//! `POST /session/research/pages/{id}/derive`.

use crate::access::PagePath;
use crate::document::content::Content;
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::write::{self, Purpose};
use crate::versions::PageVersionKind;
use quarry_figures::derivation::request::{CitationRequest, NewCitation};
use quarry_figures::references::{Reference, SpaceCitation};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;

/// A figure to cite, and the place of the block that shows it.
#[derive(Schema, Deserialize)]
pub struct NewLiveValue {
    #[schema(flatten)]
    #[serde(flatten)]
    figure: CitationRequest,
    /// Id of the block behind which it is inserted; the end of the page by default.
    #[schema(optional, example = 9)]
    after_block_id: Option<i64>,
}

/// A citation, and the block that shows it.
#[derive(Schema, Serialize)]
pub struct InsertedLiveValue {
    pub citation: SpaceCitation,
    /// The new block, of the kind `live_value`.
    pub block: Block,
    /// The version of the document with the block.
    #[schema(example = 42)]
    pub document_version: i64,
}

/// Insert a figure as a live value
///
/// Cites the figure in the page's space as `POST /session/citations` does, and saves a block that shows it, in one transaction: the
/// document's version rises, and the other members hear of it. The block's body is the citation's token, and its `attrs` have the
/// `citation_id`. A save that was begun before merges with it, because no other block is changed. Needs the role `editor` or `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/derive", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id), max_body_bytes = 131_072,
    refuses(422, "nothing_to_cite", "No row, or no field with a value, is there."),
    refuses(422, "too_many_rows", "More rows match than can be read at once: narrow the filters."),
    refuses(422, "figure_too_large", "The numbers are too large to be computed exactly: narrow the filters."),
    refuses(422, "too_many_citations", "A space has at most 10,000 citations."),
    refuses(422, "page_too_large", "A page has at most 2,000 blocks and 1 MiB."),
    body = InsertedLiveValue
)]
pub fn insert_live_value(path: PagePath, JsonBody(new): JsonBody<NewLiveValue>) -> Result<Answer, Problem> {
    let reference = Reference::derive(NewCitation(new.figure))?;
    let transaction = Transaction::begin()?;
    // The page's row is taken first, so that two writers of one document take turns.
    let current = save::locked(&transaction)?;
    let place = match new.after_block_id {
        None => current.blocks.len(),
        Some(id) => {
            let before = current.blocks.iter().position(|stored| stored.block.id == id);
            let absent = || Problem::invalid_field("after_block_id", format!("The page has no block {id}."));
            before.ok_or_else(absent)? + 1
        }
    };
    let (citation, _) = reference.write_into_space(&transaction)?;
    let content = Content {
        kind: BlockKind::LiveValue,
        body: citation.token.clone(),
        attrs: json!({ "citation_id": citation.id }),
    };
    let mut targets: Vec<Target> = current.blocks.iter().map(|stored| Target::stored(stored.block.id)).collect();
    targets.insert(place, Target::new(content));
    let plan = Plan { targets, ..Plan::default() };
    save::refuse_too_large(&current, &plan)?;
    let purpose = Purpose {
        page_id: path.id,
        kind: PageVersionKind::Autosave,
        action: "document.figure_inserted",
        draft_id: None,
    };
    let mut written = write::write_document(&transaction, &current, &plan, purpose)?;
    transaction.commit()?;
    let block = written.blocks.swap_remove(place);
    Ok(Answer::json(&InsertedLiveValue { citation, block, document_version: written.document_version })
        .with_status(201))
}
