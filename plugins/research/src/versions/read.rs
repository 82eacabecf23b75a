//! `GET /session/research/pages/{id}/page-versions/{version_id}`.

use crate::versions::{self, PageVersionWithBlocks, VersionPath};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// A version of a page
///
/// Shows the version with its blocks as they were. Any member of the space can read it.
#[endpoint(
    get = "/session/research/pages/{id}/page-versions/{version_id}", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = PageVersionWithBlocks
)]
pub fn get_page_version(path: VersionPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&versions::one(path.version_id)?))
}
