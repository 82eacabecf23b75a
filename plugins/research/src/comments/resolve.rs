//! `PATCH /session/research/pages/{id}/comments/{comment_id}/resolve`.

use crate::comments::access::{CommentPath, CommentRole};
use crate::comments::changes::{CommentEvent, record};
use crate::comments::{self, Comment};
use quarry_sdk::prelude::*;

statement!(app_store, ResolveThread, "src/comments/resolve_thread.sql");

/// Resolve a thread
///
/// The thread of the comment, for commenters, editors and owners; gives the comment that opened it. Once resolved, it keeps the time and
/// the person.
#[endpoint(
    patch = "/session/research/pages/{id}/comments/{comment_id}/resolve", session, module = "research",
    guard = CommentRole::Commenter, guard_path(page_id = id), body = Comment
)]
pub fn resolve_comment(guarded: Guarded<CommentRole>, path: CommentPath) -> Result<Answer, Problem> {
    let thread_id = guarded.integer("thread_id").unwrap_or(path.comment_id);
    let transaction = Transaction::begin()?;
    if transaction.execute(ResolveThread { now: Time::now() })? > 0 {
        record(&transaction, path.id, thread_id, CommentEvent::Resolved)?;
    }
    let thread = comments::one(&transaction, thread_id)?;
    transaction.commit()?;
    Ok(Answer::json(&thread))
}
