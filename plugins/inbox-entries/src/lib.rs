//! Entries of people's inboxes, for families that write them. The family `workspace` shows them.
//!
//! To write one: insert into `inbox_notifications`, in the transaction that makes what it tells of, and notify with [`InboxGrew`].

use quarry_sdk::prelude::*;

/// Characters that an entry shows of what it tells of.
pub const EXCERPT_CHARACTERS: usize = 200;

/// A person's inbox has a new entry.
#[derive(Serialize, Schema)]
pub struct InboxGrew {
    /// The type of the thing that the entry tells of: `comment`, `data_request`, `webhook`, `alert_firing` or `module`.
    #[schema(example = "comment")]
    pub subject_type: String,
    /// The number of that thing.
    #[schema(example = 31)]
    pub subject_id: i64,
    /// The page on which it stands; null of what stands on none.
    #[schema(example = 17)]
    pub page_id: Option<i64>,
}

impl Notification for InboxGrew {
    const NAME: &'static str = "inbox.grew";
    const SUMMARY: &'static str = "The person's inbox has a new entry.";
}

/// The beginning of a text, with an ellipsis where more follows.
pub fn excerpt(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}
