//! `GET /session/research/pages/{id}`.

use crate::access::PagePath;
use crate::pages::view::{self, PageView};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// One page, as its reader sees it
///
/// Shows the page's fields, where it lies, its blocks with safe HTML, the figures that it cites, and what the reader may do. A page in the
/// trash is 409, and so is one whose project lies there.
#[endpoint(
    get = "/session/research/pages/{id}", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = PageView
)]
pub fn get_page(guarded: Guarded<PageRole>, path: PagePath) -> Result<Answer, Problem> {
    Ok(Answer::json(&view::page_view(guarded.rank(), path.id)?))
}
