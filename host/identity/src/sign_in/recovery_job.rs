//! The mail that leads to a new password.
//!
//! Asking only writes a job, for an account that exists as for one that does not: neither the answer nor its time tells
//! them apart. The job looks, and mails where there is somebody to mail.

use crate::OpaqueToken;
use crate::jobs::{Ending, HostJob, NewJob, Queue};
use crate::mail::send_mail;
use crate::sign_in::{Letters, SignIn, SignInError};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Caller;
use quarry_stores::app::{AppStore, Row};
use quarry_stores::result_set::Value;
use serde::{Deserialize, Serialize};

const MAIL_RECOVERY: &str = "mail_recovery";
const MAX_ATTEMPTS: u32 = 5;
/// The time for which the mailed link works.
pub(super) const RECOVERY_LIFE: SignedDuration = SignedDuration::from_secs(30 * 60);
/// An account gets no second mail before this time.
const BETWEEN_MAILS: SignedDuration = SignedDuration::from_secs(60);

#[derive(Serialize, Deserialize)]
struct Arguments {
    email_key: String,
}

impl SignIn {
    /// Asks for a mail that leads to a new password.
    pub async fn ask_for_recovery(&self, email: &str, now: Timestamp) -> Result<(), SignInError> {
        let email_key = email.trim().to_lowercase();
        let job = NewJob {
            component: <dyn HostJob>::COMPONENT.to_owned(),
            name: MAIL_RECOVERY.to_owned(),
            arguments: serde_json::json!(Arguments { email_key: email_key.clone() }).to_string(),
            organization_id: None,
            user_id: None,
            run_at: now,
            max_attempts: MAX_ATTEMPTS,
            unique_key: Some(email_key),
        };
        let mut transaction = self.store.begin().await?;
        Queue::enqueue(&mut transaction, &job, now).await?;
        Ok(transaction.commit().await?)
    }
}

/// The host's job that mails recoveries.
pub struct RecoveryLetters {
    store: AppStore,
    letters: Letters,
}

impl RecoveryLetters {
    pub fn new(store: AppStore, letters: Letters) -> RecoveryLetters {
        RecoveryLetters { store, letters }
    }

    /// Mails the account of that email, where there is one that has a password.
    async fn mail(&self, email_key: &str, now: Timestamp) -> Result<(), SignInError> {
        let sql = "SELECT users.id, users.name, users.email, password_recoveries.mailed_at FROM users
                   LEFT JOIN password_recoveries ON password_recoveries.user_id = users.id
                   WHERE users.email_key = $1 AND users.disabled_at IS NULL AND users.password_hash IS NOT NULL";
        let rows = self.store.query(sql, &[Value::Text(email_key.to_owned())]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(()) };
        let earliest = now.saturating_sub(BETWEEN_MAILS).unwrap_or(Timestamp::MIN).as_microsecond();
        if row.optional_integer("mailed_at")?.is_some_and(|mailed_at| mailed_at > earliest) {
            return Ok(());
        }
        let token = OpaqueToken::generate();
        let letter = self.letters.recovery(&row.text("email")?, &row.text("name")?, token.secret())?;
        let mut transaction = self.store.begin().await?;
        let sql = "INSERT INTO password_recoveries (user_id, hash, mailed_at, expires_at) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (user_id) DO UPDATE
                   SET hash = excluded.hash, mailed_at = excluded.mailed_at, expires_at = excluded.expires_at";
        let values = [
            Value::Int64(row.integer("id")?),
            Value::Bytes(token.hash().to_vec()),
            Value::Timestamp(now.as_microsecond()),
            Value::Timestamp(now.saturating_add(RECOVERY_LIFE).unwrap_or(Timestamp::MAX).as_microsecond()),
        ];
        transaction.execute(sql, &values).await?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        Ok(transaction.commit().await?)
    }
}

impl HostJob for RecoveryLetters {
    fn name(&self) -> &'static str {
        MAIL_RECOVERY
    }

    fn run<'a>(&'a self, arguments: &'a str) -> BoxFuture<'a, Ending> {
        Box::pin(async move {
            let Ok(Arguments { email_key }) = serde_json::from_str(arguments) else {
                return Ending::GivenUp("The recovery was not asked for by this version of the host.".to_owned());
            };
            match self.mail(&email_key, Timestamp::now()).await {
                Ok(()) => Ending::Completed,
                Err(error) => Ending::Failed(format!("The recovery could not be written: {error}.")),
            }
        })
    }
}
