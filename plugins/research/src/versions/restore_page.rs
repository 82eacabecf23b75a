//! `POST /session/research/pages/{id}/page-versions/{version_id}/restore`.

use crate::document::body::Document;
use crate::document::content::Content;
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::write::Purpose;
use crate::versions::{self, PageVersionKind, VersionPath};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;
use std::collections::HashSet;

/// Restore the whole page
///
/// Replaces the page's blocks by those of that version, in their order; its title and tags stay. Blocks that were removed since come back
/// as new ones. The restoration is a save like any other, and a new version: the text before it is kept.
#[endpoint(
    post = "/session/research/pages/{id}/page-versions/{version_id}/restore", session, module = "research",
    guard = PageRole::Editor, guard_path(page_id = id), body = Document
)]
pub fn restore_page_version(path: VersionPath) -> Result<Answer, Problem> {
    let blocks = versions::one(path.version_id)?.blocks;
    let purpose =
        Purpose { page_id: path.id, kind: PageVersionKind::Restore, action: "document.restored", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        let there: HashSet<i64> = current.blocks.iter().map(|stored| stored.block.id).collect();
        let targets = blocks.iter().map(|block| {
            let (id, content) = (there.get(&block.id).copied(), Some(Content::of_block(block)));
            let told_as = id.is_none().then(|| block.id.to_string());
            Target { id, client_key: None, told_as, content }
        });
        Ok(Plan { targets: targets.collect(), is_restored: true, ..Plan::default() })
    })?;
    Ok(Answer::json(&save::answer(outcome)?))
}
