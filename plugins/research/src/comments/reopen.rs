//! `PATCH /session/research/pages/{id}/comments/{comment_id}/reopen`.

use crate::comments::access::{CommentPath, CommentRole};
use crate::comments::changes::{CommentEvent, record};
use crate::comments::{self, Comment};
use quarry_sdk::prelude::*;

statement!(app_store, ReopenThread, "src/comments/reopen_thread.sql");

/// Reopen a thread
///
/// Reopens the thread of the comment, and answers with the comment that opened it. An open thread stays open. Commenters, editors and
/// owners may.
#[endpoint(
    patch = "/session/research/pages/{id}/comments/{comment_id}/reopen", session, module = "research",
    guard = CommentRole::Commenter, guard_path(page_id = id), body = Comment
)]
pub fn reopen_comment(guarded: Guarded<CommentRole>, path: CommentPath) -> Result<Answer, Problem> {
    let thread_id = guarded.integer("thread_id").unwrap_or(path.comment_id);
    let transaction = Transaction::begin()?;
    if transaction.execute(ReopenThread {})? > 0 {
        record(&transaction, path.id, thread_id, CommentEvent::Reopened)?;
    }
    let thread = comments::one(&transaction, thread_id)?;
    transaction.commit()?;
    Ok(Answer::json(&thread))
}
