//! `GET /session/research/pages/{id}` and `GET /research/pages/{id}`.

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

/// One page, its blocks and its cited values
///
/// Shows the page as the member who minted the key sees it. A page in the trash is 409, and so is one whose project lies there. Links of
/// files are made for each answer, so it is never cached.
#[endpoint(
    repeats = get_page, get = "/research/pages/{id}", key = "read", cache = no_store,
    tool(
        name = "get_research_page",
        description = "One research page: its blocks in their order, and the figures that it cites with whether each still holds."
    )
)]
pub struct get_page_by_key;
