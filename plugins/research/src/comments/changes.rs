//! Messages to members of the space while they have the page open.

use crate::comments::Comment;
use quarry_sdk::prelude::*;
use quarry_space_access::SelectMembersToTell;

/// Somebody commented on a page.
#[derive(Serialize, Schema)]
pub struct CommentAdded {
    #[schema(example = 1)]
    pub page_id: i64,
    #[schema(example = 31)]
    pub comment_id: i64,
    /// The comment that opened the thread; the comment itself where it opened one.
    #[schema(example = 30)]
    pub thread_id: i64,
}

impl Notification for CommentAdded {
    const NAME: &'static str = "research.comment_added";
    const SUMMARY: &'static str = "Somebody commented on a page.";
}

/// A change of a comment.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentEvent {
    Resolved,
    Reopened,
    Removed,
}

/// Somebody resolved or reopened a thread, or removed a comment.
#[derive(Serialize, Schema)]
pub struct CommentChanged {
    #[schema(example = 1)]
    pub page_id: i64,
    #[schema(example = 31)]
    pub comment_id: i64,
    pub change: CommentEvent,
}

impl Notification for CommentChanged {
    const NAME: &'static str = "research.comment_changed";
    const SUMMARY: &'static str = "Somebody resolved or reopened a thread of a page, or removed a comment.";
}

/// Writes the audit entry of a change, and tells the other members.
pub fn record(transaction: &Transaction, page_id: i64, comment_id: i64, change: CommentEvent) -> Result<(), Problem> {
    let action = format!("research_comment.{}", change.word());
    let entry = AuditEntry::of(&action, "research_comment", &comment_id);
    transaction.audit(entry.after(&json!({ "page_id": page_id })))?;
    transaction.notify_those(SelectMembersToTell {}, &CommentChanged { page_id, comment_id, change })?;
    Ok(())
}

/// Does so of a new comment.
pub fn record_new(transaction: &Transaction, page_id: i64, comment: &Comment) -> Result<(), Problem> {
    let entry = AuditEntry::of("research_comment.added", "research_comment", &comment.id);
    let characters = comment.body.as_ref().map_or(0, |body| body.chars().count());
    transaction.audit(entry.after(&json!({
        "page_id": page_id, "thread_id": comment.thread_id, "block_id": comment.block_id, "characters": characters,
        "mentions": comment.mentions.len(),
    })))?;
    let thread_id = comment.thread_id.unwrap_or(comment.id);
    transaction.notify_those(SelectMembersToTell {}, &CommentAdded { page_id, comment_id: comment.id, thread_id })?;
    Ok(())
}
