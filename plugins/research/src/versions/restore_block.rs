//! `PATCH /session/research/pages/{id}/versions/{version_id}/restore`.

use crate::document::body::Document;
use crate::document::content::Content;
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::write::Purpose;
use crate::versions::{PageVersionKind, VersionPath};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

statement!(app_store, SelectBlockVersion, "src/versions/block_version.sql");

/// Restore one block of a page
///
/// The block becomes what it was in that version. A removed block comes back as a new block, where it stood. It is a save like any other:
/// what the block is now is kept as a version.
#[endpoint(
    patch = "/session/research/pages/{id}/versions/{version_id}/restore", session, module = "research",
    guard = PageRole::Editor, guard_path(page_id = id), body = Document
)]
pub fn restore_block_version(path: VersionPath) -> Result<Answer, Problem> {
    let block: Option<Block> = SelectBlockVersion { id: path.version_id }.one()?;
    let id = path.version_id;
    let block = block.ok_or_else(|| Problem::not_found(format!("The page has no block version {id}.")))?;
    let purpose =
        Purpose { page_id: path.id, kind: PageVersionKind::Restore, action: "document.block_restored", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        let content = Some(Content::of_block(&block));
        let mut targets: Vec<Target> = current.blocks.iter().map(|stored| Target::stored(stored.block.id)).collect();
        match targets.iter_mut().find(|target| target.id == Some(block.id)) {
            Some(target) => target.content = content,
            None => {
                let at = usize::try_from(block.position).unwrap_or(usize::MAX).min(targets.len());
                let told_as = Some(block.id.to_string());
                targets.insert(at, Target { id: None, client_key: None, told_as, content });
            }
        }
        Ok(Plan { targets, is_restored: true, ..Plan::default() })
    })?;
    Ok(Answer::json(&save::answer(outcome)?))
}
