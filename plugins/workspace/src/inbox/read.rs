//! `PATCH /session/notifications/{id}/read`.

use crate::inbox::{InboxNotification, OwnNotification, subjects};
use quarry_sdk::prelude::*;

statement!(app_store, ReadNotification, "src/inbox/read_notification.sql");
statement!(app_store, SelectNotification, "src/inbox/notification.sql");

#[derive(Parameters)]
pub struct NotificationPath {
    /// Id of the entry.
    #[parameter(path, minimum = 1, example = "51")]
    pub id: i64,
}

/// Mark one entry of your inbox as read
///
/// The time of the first reading stands.
#[endpoint(
    patch = "/session/notifications/{id}/read", session, guard = OwnNotification, body = InboxNotification
)]
pub fn read_notification(path: NotificationPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(ReadNotification { now: Time::now() })?;
    let read: Option<InboxNotification> = transaction.one(SelectNotification {})?;
    transaction.commit()?;
    let gone = || Problem::not_found(format!("There is no notification {} in your inbox.", path.id));
    let mut read = [read.ok_or_else(gone)?];
    subjects::fill(&mut read)?;
    Ok(Answer::json(&read[0]))
}
