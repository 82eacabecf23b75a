//! A comment as it is shown.

use quarry_sdk::prelude::*;

/// A comment on a page.
#[derive(Row, Schema, Serialize)]
pub struct Comment {
    /// Id of the comment, unique in a deployment; a later comment of the page has a higher one.
    #[schema(example = 31)]
    pub id: i64,
    /// The comment that opened the thread; null of that comment itself.
    #[schema(example = 30)]
    pub thread_id: Option<i64>,
    /// The block on which the thread was opened; null of a reply and in the page's discussion.
    #[schema(example = 9)]
    pub block_id: Option<i64>,
    /// The beginning of that block's text when the thread was opened, up to 500 characters.
    #[schema(example = "In March 128 accounts were liquidated.")]
    pub block_text: Option<String>,
    /// True where the page no longer has that block.
    pub block_gone: bool,
    /// The text in Markdown, as it was written; null for a comment that was removed and has replies.
    #[schema(example = "Does this include the *bridge*?")]
    pub body: Option<String>,
    /// The body, safe to show as it is. Null where `body` is, and behind the first mebibyte of bodies of an answer: ask for fewer.
    #[row(skip)]
    #[schema(example = "<p>Does this include the <em>bridge</em>?</p>")]
    pub html: Option<String>,
    /// The author of the comment.
    #[row(prefix = "author_")]
    pub author: NamedPerson,
    /// The members whom it mentions.
    #[row(skip)]
    pub mentions: Vec<Named>,
    /// The time at which it was written.
    pub created_at: Time,
    /// The time at which the thread was resolved; null of replies and of threads that are open.
    pub resolved_at: Option<Time>,
    /// The person who resolved it.
    #[row(prefix = "resolver_")]
    pub resolved_by: Option<NamedPerson>,
    /// The time at which its author removed it; null of others.
    pub removed_at: Option<Time>,
}
