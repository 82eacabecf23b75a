//! The inbox of the person who built an export.

use quarry_inbox_entries::{EXCERPT_CHARACTERS, InboxGrew, excerpt};
use quarry_sdk::prelude::*;

statement!(app_store, InsertNotification, "src/exports/insert_notification.sql");

/// Tells the requester how the export ended, with the transaction that ends it.
pub fn tell_requester(transaction: &Transaction, id: i64, user_id: i64, outcome: &str) -> Result<(), StatementFailure> {
    let outcome = excerpt(outcome, EXCERPT_CHARACTERS);
    if transaction.execute(InsertNotification { id, outcome, now: Time::now() })? > 0 {
        let grew = InboxGrew { subject_type: "data_request".to_owned(), subject_id: id, page_id: None };
        transaction.notify(Audience::Person(user_id), &grew)?;
    }
    Ok(())
}
