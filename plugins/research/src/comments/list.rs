//! `GET /session/research/pages/{id}/comments` and `GET /research/pages/{id}/comments`.

use crate::access::PagePath;
use crate::comments::{self, Comments};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// All comments on a page
///
/// Lists threads on blocks, the page's discussion, and replies, the oldest first. Any member of the space may.
#[endpoint(
    get = "/session/research/pages/{id}/comments", session, module = "research", paged, guard = PageRole::Viewer,
    guard_path(page_id = id),
    refuses(422, "too_much_at_once", "The texts are more than 3 MiB together: ask for fewer with `limit`."),
    body = Comments
)]
pub fn list_comments(request: &Request, _path: PagePath) -> Result<Answer, Problem> {
    comments::comments_of_page(request)
}

/// All comments on a page that the key can reach
///
/// Lists the comments, the oldest first, as the member who minted the key reads them.
#[endpoint(repeats = list_comments, get = "/research/pages/{id}/comments", key = "read")]
pub struct list_comments_by_key;
