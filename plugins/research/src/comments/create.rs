//! `POST /session/research/pages/{id}/comments` and `POST /research/pages/{id}/comments`.

use crate::access::PagePath;
use crate::comments::Comment;
use crate::comments::writing::{self, NewComment};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// Comment on a page
///
/// Opens a thread on a block or in the page's discussion, or replies in a thread. A reply to a reply stands in its thread. A resolved
/// thread stays resolved until a person reopens it. Needs the role `commenter`, `editor` or `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/comments", session, module = "research", status = 201, max_body_bytes = 131_072,
    guard = PageRole::Commenter, guard_path(page_id = id),
    refuses(422, "too_many_comments", "A page has at most 10,000 comments."),
    body = Comment
)]
pub fn create_comment(path: PagePath, JsonBody(new): JsonBody<NewComment>) -> Result<Answer, Problem> {
    writing::write_comment(path.id, new)
}

/// Comment on a page by key
///
/// Opens a thread on a block or in the page's discussion, or replies in a thread, as the member who minted the key. That member must be a
/// commenter, editor or owner.
#[endpoint(repeats = create_comment, post = "/research/pages/{id}/comments", key = "research:write")]
pub struct create_comment_by_key;
