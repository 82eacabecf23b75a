//! `PATCH /session/notifications/read_all`.

use quarry_sdk::prelude::*;

statement!(app_store, ReadAll, "src/inbox/read_all.sql");

#[derive(Schema, Serialize)]
pub struct AllRead {
    /// Entries that are unread now: always 0.
    #[schema(example = 0)]
    pub unread_count: i64,
}

/// Mark everything in your inbox as read
///
/// Entries that were read before keep the time of their first reading.
#[endpoint(patch = "/session/notifications/read_all", session, body = AllRead)]
pub fn read_all_notifications() -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(ReadAll { now: Time::now() })?;
    transaction.commit()?;
    Ok(Answer::json(&AllRead { unread_count: 0 }))
}
