//! Emails to people: written with a transaction as a job of the host, sent by whichever host takes it.
//!
//! Always true: an email is sent only if its transaction lasted, and again until the mail server has taken it; nothing of
//! its text is logged. Without a mail server emails are written to a folder as `.eml`.

mod delivery;
mod message;

pub use delivery::{MailDelivery, MailError, MailTransport};
pub use message::{Message, MessageError, is_address};

use crate::jobs::{HostJob, NewJob, Queue};
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, Transaction};

/// The host's job that sends an email.
const DELIVER_MAIL: &str = "deliver_mail";
/// Over about four hours.
const MAX_ATTEMPTS: u32 = 8;

/// Writes an email with the transaction; it is sent soon after.
pub async fn send_mail(
    transaction: &mut Transaction,
    caller: &Caller,
    message: &Message,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let job = NewJob {
        component: <dyn HostJob>::COMPONENT.to_owned(),
        name: DELIVER_MAIL.to_owned(),
        arguments: message.to_json(),
        organization_id: caller.organization_id(),
        user_id: caller.user_id(),
        run_at: now,
        max_attempts: MAX_ATTEMPTS,
        unique_key: None,
    };
    Queue::enqueue(transaction, &job, now).await.map(|_| ())
}
