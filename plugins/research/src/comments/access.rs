//! Guards of one comment, joined with the page that the path names.

use quarry_sdk::prelude::*;

/// The caller's role in the space of a comment's page. The guard binds `tenant` (the space), `page_id`, `comment_id` and `thread_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/comments/comment_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no comment {path.comment_id} on this page."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum CommentRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A comment that the caller wrote. The guard binds what [`CommentRole`] binds.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/comments/own_comment.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no comment {path.comment_id} on this page."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
#[guard(refuses("not_yours", 403, "forbidden", "Only its author removes a comment."))]
pub struct OwnComment;

#[derive(Parameters)]
pub struct CommentPath {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// Id of the comment.
    #[parameter(path, minimum = 1, example = "31")]
    pub comment_id: i64,
}
