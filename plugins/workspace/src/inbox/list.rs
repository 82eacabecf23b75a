//! `GET /session/notifications`.

use crate::inbox::{InboxNotification, MOST_SHOWN, subjects};
use quarry_sdk::prelude::*;

statement!(app_store, SelectNotifications, "src/inbox/notifications.sql");

#[derive(Schema, Serialize)]
pub struct Inbox {
    /// Entries of the list that were not read.
    #[schema(example = 2)]
    pub unread_count: i64,
    /// Entries that are shown at most.
    #[schema(example = 100)]
    pub limit: i64,
    /// The newest 100, the newest first.
    pub notifications: Vec<InboxNotification>,
}

/// Your inbox
///
/// Comments, replies, mentions, exports, alerts that fired or were taken back, price alerts that pause, and webhook endpoints that were
/// disabled or whose creator manages the organization no longer. What a space tells of is shown while the person is a member of it.
#[endpoint(get = "/session/notifications", session, body = Inbox)]
pub fn list_notifications() -> Result<Answer, Problem> {
    let mut notifications: Vec<InboxNotification> = SelectNotifications {}.all()?;
    subjects::fill(&mut notifications)?;
    let unread = notifications.iter().filter(|entry| entry.read_at.is_none()).count();
    let unread_count = i64::try_from(unread).unwrap_or(i64::MAX);
    Ok(Answer::json(&Inbox { unread_count, limit: MOST_SHOWN, notifications }))
}
