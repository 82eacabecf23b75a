//! `GET /session/research/pages/{id}/page-versions/compare`.

use crate::document::current::Current;
use crate::versions::changes::{BlockChange, changes};
use crate::versions::{self, PageVersion};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct CompareQuery {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// The older version.
    #[parameter(minimum = 1, example = "8")]
    from: i64,
    /// The newer version; without it the page as it is now.
    #[parameter(minimum = 1, example = "9")]
    to: Option<i64>,
}

/// Two versions of a page, and what differs between them.
#[derive(Schema, Serialize)]
pub struct Comparison {
    /// The older version.
    pub from: PageVersion,
    /// The newer version; null where the page was compared as it is now.
    pub to: Option<PageVersion>,
    /// Changes in the order of the newer version, then the blocks that were removed. Blocks that are equal in both are left out.
    pub changes: Vec<BlockChange>,
}

/// Two versions of a page, block by block
///
/// Compares two versions and names them in the answer. Where the differences of a block are too many to be shown word by word, its `detail`
/// says so.
#[endpoint(
    get = "/session/research/pages/{id}/page-versions/compare", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = Comparison
)]
pub fn compare_page_versions(query: CompareQuery) -> Result<Answer, Problem> {
    let older = versions::one(query.from)?;
    let (to, newer) = match query.to {
        Some(id) => {
            let newer = versions::one(id)?;
            (Some(newer.version), newer.blocks)
        }
        None => (None, Current::of_page(None)?.blocks.into_iter().map(|stored| stored.block).collect()),
    };
    Ok(Answer::json(&Comparison { changes: changes(&older.blocks, &newer), from: older.version, to }))
}
