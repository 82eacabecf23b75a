//! `POST /session/research/blocks/{id}/refresh`.

use crate::blocks::{self, BlockPath, BlockRole, chain_native, derived};
use crate::uploads::attachment::Attachment;
use crate::uploads::link::{self, FileLink};
use quarry_figures::references::SpaceCitation;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;

/// A block, and what was found for it just now.
#[derive(Schema, Serialize)]
pub struct RefreshedBlock {
    /// The block; that of a transaction or of a block of a chain has what was fetched in `attrs.snapshot`, with `attrs.fetched_at`.
    pub block: Block,
    /// The version of the page's document.
    #[schema(example = 42)]
    pub document_version: i64,
    /// The citation of a live value, as it was just derived again; null of other kinds.
    pub citation: Option<SpaceCitation>,
    /// The file of an image or a file, with a fresh link; null of other kinds.
    pub file: Option<FileLink>,
}

/// Fetch or derive again what a block shows
///
/// Brings the block up to date by its kind. The decoded data of a transaction or a block of a chain are fetched and saved in the block: the
/// versions of the block and of the document rise, and the other members hear of it. The figure of a live value or a citation is derived
/// again, and the state of its record with it. An image or a file gets a new link. While the data cannot be looked at, the answer is a 503,
/// and nothing changes.
#[endpoint(
    post = "/session/research/blocks/{id}/refresh", session, module = "research", guard = BlockRole::Editor,
    refuses(404, "not_found", "The chain's data have no such transaction or block."),
    refuses(409, "conflict", "The block was changed meanwhile."),
    refuses(422, "nothing_to_refresh", "The block shows nothing that could be fetched or derived."),
    refuses(422, "block_too_large", "The attributes of the block would be larger than 64 KiB."),
    refuses(422, "page_too_large", "The blocks of the page would be larger than 1 MiB together."),
    refuses(422, "unknown_upload", "The page has no such upload."),
    refuses(422, "upload_missing", "The file was not sent yet."),
    refuses(422, "upload_type_mismatch", "The file is not of the type that was declared; it was removed."),
    body = RefreshedBlock
)]
pub fn refresh_block(guarded: Guarded<BlockRole>, _path: BlockPath) -> Result<Answer, Problem> {
    let document_version = blocks::guarded_document_version()?;
    let block = blocks::guarded_block()?;
    let mut refreshed = RefreshedBlock { block, document_version, citation: None, file: None };
    let block = &refreshed.block;
    match block.kind {
        BlockKind::LiveValue | BlockKind::Citation => refreshed.citation = Some(derived::derive_again(block)?),
        BlockKind::Transaction | BlockKind::Block => {
            let page_id = guarded.integer("page_id").unwrap_or_default();
            let document = chain_native::save_snapshot(page_id, block)?;
            refreshed.document_version = document.document_version;
            let saved = document.blocks.into_iter().find(|saved| saved.id == block.id);
            refreshed.block = saved.ok_or_else(|| Problem::not_found("The block is gone."))?;
        }
        BlockKind::Image | BlockKind::File => {
            let attachment = Attachment::of_blocks([(block.kind, &block.attrs.0)])?;
            if attachment.is_new() {
                let transaction = Transaction::begin()?;
                attachment.attach(&transaction)?;
                transaction.commit()?;
            }
            refreshed.file = link::of_uploads(&attachment.upload_ids())?.pop();
        }
        other => {
            let sentence =
                format!("A block of the kind {} has nothing that could be fetched or derived.", other.word());
            return Err(Problem::new(422, "nothing_to_refresh", sentence));
        }
    }
    Ok(Answer::json(&refreshed))
}
