//! `DELETE /session/research/pages/{id}/comments/{comment_id}`.

use crate::comments::LockCommentedPage;
use crate::comments::access::{CommentPath, OwnComment};
use crate::comments::changes::{CommentEvent, record};
use quarry_sdk::prelude::*;

statement!(app_store, BlankComment, "src/comments/blank_comment.sql");
statement!(app_store, DeleteComment, "src/comments/delete_comment.sql");
statement!(app_store, DeleteEmptyThread, "src/comments/delete_empty_thread.sql");
statement!(
    app_store,
    DeleteMentions,
    "src/comments/delete_mentions.sql",
    unguarded = "A mention has no space of its own: it is held to the comment that the guard found."
);
statement!(
    app_store,
    DeleteNotifications,
    "src/comments/delete_notifications.sql",
    unguarded = "What was told of a comment goes with the comment, which the guard found."
);

/// Remove your comment
///
/// Removes the comment, also from inboxes. A comment that has replies stays without its text, so that the thread stands, until the last
/// reply is removed.
#[endpoint(
    delete = "/session/research/pages/{id}/comments/{comment_id}", session, module = "research", status = 204,
    guard = OwnComment, guard_path(page_id = id), body = ()
)]
pub fn remove_comment(path: CommentPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(LockCommentedPage {})?;
    transaction.execute(DeleteNotifications {})?;
    if transaction.execute(BlankComment { now: Time::now() })? > 0 {
        transaction.execute(DeleteMentions {})?;
    } else {
        transaction.execute(DeleteComment {})?;
        transaction.execute(DeleteEmptyThread {})?;
    }
    record(&transaction, path.id, path.comment_id, CommentEvent::Removed)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
