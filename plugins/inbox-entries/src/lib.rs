//! Entries of people's inboxes, for families that write them. The family `workspace` shows them.
//!
//! To write one: insert into `inbox_notifications`, in the transaction that makes what it tells of, and notify with [`InboxGrew`].

use quarry_sdk::prelude::*;

/// Characters that an entry shows of what it tells of.
pub const EXCERPT_CHARACTERS: usize = 200;

/// A person's inbox has a new entry.
#[derive(Serialize, Schema)]
pub struct InboxGrew {
    /// The type of the thing that the entry tells of: `comment`, `data_request`, `webhook`, `alert_firing`, `module` or `token_lookup`.
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

/// The beginning of a text, with an ellipsis where more follows. A hash or an address is whole or not there.
pub fn excerpt(text: &str, characters: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(characters) else { return text.to_owned() };
    let (kept, rest) = text.split_at(end);
    let begins = kept
        .rfind(|character: char| !character.is_ascii_alphanumeric())
        .map_or(0, |place| place + kept[place..].chars().next().map_or(1, char::len_utf8));
    let is_cut = rest.starts_with(|character: char| character.is_ascii_hexdigit());
    let is_hex = kept[begins..].starts_with("0x") && begins > 0;
    let kept = if is_cut && is_hex { &kept[..begins] } else { kept };
    format!("{}…", kept.trim_end())
}
