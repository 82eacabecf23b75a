//! `GET /session/notifications`.

use crate::inbox::{InboxNotification, subjects};
use quarry_sdk::prelude::*;

statement!(app_store, SelectNotifications, "src/inbox/notifications.sql");

#[derive(Schema)]
pub struct Inbox {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Entries of the inbox that were not read.
    #[schema(example = 2)]
    pub unread_count: i64,
    /// Entries, the newest first; an inbox has the newest 100.
    pub notifications: Vec<InboxNotification>,
}

/// Your inbox
///
/// Comments, replies, mentions, exports, alerts that fired or were taken back, price alerts that pause, and webhook endpoints that were
/// disabled or whose creator manages the organization no longer. What a space tells of is shown while the person is a member of it.
#[endpoint(get = "/session/notifications", session, paged = 100, body = Inbox)]
pub fn list_notifications(request: &Request) -> Result<Answer, Problem> {
    let mut notifications: Vec<InboxNotification> = SelectNotifications {}.all()?;
    subjects::fill(&mut notifications)?;
    let unread = notifications.iter().filter(|entry| entry.read_at.is_none()).count();
    let unread_count = i64::try_from(unread).unwrap_or(i64::MAX);
    Ok(Answer::object()
        .member("unread_count", &unread_count)
        .page_of("notifications", request, &notifications, |entry| entry.id.to_string())
        .into())
}
