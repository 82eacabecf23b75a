//! `PATCH /research/pages/{id}`.

use crate::access::PagePath;
use crate::pages::Page;
use crate::pages::update::{self, PageChange};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// Rename a page, change its status or its tags
///
/// Changes the fields that are sent, as the member who minted the key, who must be an owner or editor of the page's space. Any status may
/// follow any other. With `version` a change that was based on an older one is a 409 `conflict`.
#[endpoint(
    patch = "/research/pages/{id}", key = "research:write", module = "research", guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(409, "conflict", "Somebody changed the page meanwhile: `current_version` is the newest."),
    body = Page
)]
pub fn update_page_by_key(path: PagePath, JsonBody(change): JsonBody<PageChange>) -> Result<Answer, Problem> {
    update::apply(path.id, change)
}
