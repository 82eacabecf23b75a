//! `GET /session/research/pages/{id}/history`.

use crate::versions::PageVersion;
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::BlockKind;
use quarry_sdk::prelude::*;

statement!(app_store, SelectVersions, "src/versions/versions.sql");
statement!(app_store, SelectBlockVersions, "src/versions/block_versions.sql");

#[derive(Parameters)]
pub struct HistoryQuery {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// Only versions of this block, in `block_versions`.
    #[parameter(minimum = 1, example = "9")]
    block_id: Option<i64>,
}

/// A block as it was before a change or its removal.
#[derive(Row, Schema, Serialize)]
pub struct BlockVersion {
    #[schema(example = 77)]
    pub id: i64,
    #[schema(example = 9)]
    pub block_id: i64,
    pub kind: BlockKind,
    /// The block's version then.
    #[schema(example = 3)]
    pub version: i64,
    /// The first 200 characters of its body.
    #[schema(example = "In March {{derived:12}} accounts were")]
    pub excerpt: String,
    /// The person who wrote it so.
    #[row(prefix = "author_")]
    pub author: NamedPerson,
    /// The time at which it was changed or removed.
    pub created_at: Time,
}

#[derive(Schema)]
pub struct History {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Versions, the newest first.
    pub versions: Vec<PageVersion>,
    /// Block versions, the newest first.
    pub block_versions: Vec<BlockVersion>,
}

/// The versions of a page and of its blocks
///
/// Lists the versions of the whole page and those of its blocks. The two lists have ids of their own: those of `versions` are read,
/// compared and restored as whole pages, those of `block_versions` put one block back. A page of the lists has up to `limit` of either,
/// read on by one cursor; `count` is that of `versions`. Any member of the space can read them.
#[endpoint(
    get = "/session/research/pages/{id}/history", session, module = "research", paged, guard = PageRole::Viewer,
    guard_path(page_id = id), body = History
)]
pub fn get_page_history(request: &Request, query: HistoryQuery) -> Result<Answer, Problem> {
    let HistoryQuery { block_id, .. } = query;
    let mut lists = SideBySide::of(request);
    let versions: Vec<PageVersion> = lists.read(
        |behind, most| SelectVersions { behind: behind.map(|[id]| id), most }.all(),
        |version: &PageVersion| [version.id],
    )?;
    let block_versions: Vec<BlockVersion> = lists.read(
        |behind, most| SelectBlockVersions { block_id, behind: behind.map(|[id]| id), most }.all(),
        |version: &BlockVersion| [version.id],
    )?;
    Ok(Answer::object()
        .page_members(request, versions.len(), lists.next_place())
        .member("versions", &versions)
        .member("block_versions", &block_versions)
        .into())
}
