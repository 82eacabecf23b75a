//! The people whose inbox tells of a comment.

use crate::comments::Comment;
use quarry_inbox_entries::{EXCERPT_CHARACTERS, InboxGrew, excerpt};
use quarry_research_markdown::readable::words;
use quarry_sdk::prelude::*;

statement!(
    app_store,
    InsertNotifications,
    "src/comments/insert_notifications.sql",
    unguarded = "It tells the other members of the space that the guard found."
);
statement!(
    app_store,
    SelectPeopleTold,
    "src/comments/people_told.sql",
    unguarded = "They are members of the space that the guard found."
);

/// Adds the entries: a member has one of the comment, as mentioned, else as somebody who wrote in the thread, else as the page's maker.
pub fn tell(transaction: &Transaction, page_id: i64, comment: &Comment) -> Result<(), Problem> {
    let text = words(comment.body.as_deref().unwrap_or_default());
    transaction.execute(InsertNotifications {
        comment_id: comment.id,
        thread_id: comment.thread_id,
        excerpt: excerpt(&text, EXCERPT_CHARACTERS),
        now: comment.created_at,
    })?;
    let grew = InboxGrew { subject_type: "comment".to_owned(), subject_id: comment.id, page_id: Some(page_id) };
    transaction.notify_those(SelectPeopleTold { comment_id: comment.id }, &grew)?;
    Ok(())
}
