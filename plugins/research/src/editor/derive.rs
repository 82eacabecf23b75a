//! `POST /session/research/pages/{id}/derive`.

use crate::access::PagePath;
use crate::blocks::RaiseDocument;
use quarry_figures::derivation::request::{CitationRequest, NewCitation};
use quarry_figures::references::{Reference, SpaceCitation};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{Attributes, Block, BlockKind, MOST_BLOCKS, MOST_PAGE_BYTES, SelectPageBlocks};
use quarry_research_terms::TOKENIZER;
use quarry_sdk::prelude::*;

statement!(app_store, ShiftBlocks, "src/editor/shift_blocks.sql");
statement!(app_store, InsertLiveValue, "src/editor/insert_live_value.sql");
statement!(app_store, SelectPageVersion, "src/editor/page_version.sql");

/// A figure to cite, and the place of the block that shows it.
#[derive(Schema, Deserialize)]
pub struct NewLiveValue {
    #[schema(flatten)]
    #[serde(flatten)]
    figure: CitationRequest,
    /// The block behind which it is inserted; the end of the page where it is left out.
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
/// For editors. Cites the figure in the page's space as `POST /session/citations` does, and inserts a block that shows it, in one
/// transaction that raises the document's version. The block's body is the citation's token, and its `attrs` have the `citation_id`. A save
/// that was begun before merges with it, because no other block is changed.
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
pub fn insert_live_value(_path: PagePath, JsonBody(new): JsonBody<NewLiveValue>) -> Result<Answer, Problem> {
    let reference = Reference::derive(NewCitation(new.figure))?;
    let now = Time::now();
    let transaction = Transaction::begin()?;
    // The page's row is taken first, so that two writers of one document take turns.
    transaction.execute(RaiseDocument { now })?;
    let blocks: Vec<Block> = transaction.all(SelectPageBlocks {})?;
    let (citation, _) = reference.write_into_space(&transaction)?;
    let body = citation.token.clone();
    let attrs = json!({ "citation_id": citation.id });
    refuse_above_the_limits(&blocks, body.len() + attrs.to_string().len())?;
    let position = match new.after_block_id {
        None => blocks.last().map_or(0, |last| last.position + 1),
        Some(id) => {
            let before = blocks.iter().find(|block| block.id == id);
            let absent = || Problem::invalid_field("after_block_id", format!("The page has no block {id}."));
            before.ok_or_else(absent)?.position + 1
        }
    };
    transaction.execute(ShiftBlocks { position })?;
    let insert = InsertLiveValue {
        body: body.clone(),
        attrs: attrs.to_string(),
        position,
        // A token has no words.
        indexed_as: TOKENIZER,
        now,
    };
    let id = transaction.insert(insert)?;
    let document_version = transaction.query(SelectPageVersion {})?.integer(0, "document_version").unwrap_or_default();
    let entry = AuditEntry::of("block.inserted", "research_block", &id);
    transaction.audit(entry.after(&json!({ "kind": BlockKind::LiveValue, "citation_id": citation.id })))?;
    transaction.commit()?;
    let block = Block { id, kind: BlockKind::LiveValue, body, attrs: Attributes(attrs), position, version: 1 };
    Ok(Answer::json(&InsertedLiveValue { citation, block, document_version }).with_status(201))
}

fn refuse_above_the_limits(blocks: &[Block], new_bytes: usize) -> Result<(), Problem> {
    let held: usize = blocks.iter().map(|block| block.body.len() + block.attrs.0.to_string().len()).sum();
    if blocks.len() >= MOST_BLOCKS || held + new_bytes > MOST_PAGE_BYTES {
        let sentence =
            format!("A page has at most {MOST_BLOCKS} blocks and {MOST_PAGE_BYTES} bytes: begin another page.");
        return Err(Problem::new(422, "page_too_large", sentence).with("limit", MOST_BLOCKS as u64));
    }
    Ok(())
}
