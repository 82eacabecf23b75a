//! Wrong tries: ten within a quarter of an hour lock a pair of account and address (of IPv6 the /64) out, on every host.
//!
//! A try is written down before the password is looked at and taken back when it was right, so that tries that come
//! together are counted too. An account that does not exist is counted as any other.

use crate::identity::SignInFrom;
use crate::identity::sign_in::author::{Author, Target};
use crate::stores::app::{AppStore, AppStoreError, Row};
use crate::stores::result_set::Value;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv6Addr};
use thiserror::Error;

const MOST_TRIES: i64 = 10;
const WINDOW: SignedDuration = SignedDuration::from_secs(15 * 60);

/// Too many wrong tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("too many wrong tries; the next may come in {retry_after_seconds} s")]
pub struct LockedOut {
    pub retry_after_seconds: u32,
}

/// A try that counts as wrong until it is taken back.
#[derive(Debug)]
pub(super) struct Attempt {
    id: i64,
    pair: [u8; 32],
}

/// Why a try could not begin.
#[derive(Debug, Error)]
pub(super) enum AttemptError {
    #[error(transparent)]
    LockedOut(#[from] LockedOut),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

impl From<AttemptError> for super::SignInError {
    fn from(error: AttemptError) -> super::SignInError {
        match error {
            AttemptError::LockedOut(locked) => locked.into(),
            AttemptError::Store(error) => error.into(),
        }
    }
}

impl Attempt {
    /// Begins a try at the account of `email_key`.
    pub(super) async fn begin(
        store: &AppStore,
        email_key: &str,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<Attempt, AttemptError> {
        let pair: [u8; 32] = Sha256::new()
            .chain_update(email_key)
            .chain_update("\0")
            .chain_update(place(from.address).to_string())
            .finalize()
            .into();
        let values = [Value::Bytes(pair.to_vec()), Value::Timestamp(now.as_microsecond())];
        let rows =
            store.query("INSERT INTO sign_in_failures (pair, failed_at) VALUES ($1, $2) RETURNING id", &values).await?;
        let id = Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default();
        let attempt = Attempt { id, pair };
        // Counted after it was written: however many come together, the eleventh sees ten others.
        let since = now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN);
        let sql = "SELECT COUNT(*) AS tries, MIN(failed_at) AS first_at FROM
                   (SELECT failed_at FROM sign_in_failures WHERE pair = $1 AND failed_at > $2
                    ORDER BY failed_at DESC LIMIT $3) AS newest";
        let values =
            [Value::Bytes(pair.to_vec()), Value::Timestamp(since.as_microsecond()), Value::Int64(MOST_TRIES + 1)];
        let rows = store.query(sql, &values).await?;
        let Some(row) = Row::first(&rows) else { return Ok(attempt) };
        if row.integer("tries")? <= MOST_TRIES {
            return Ok(attempt);
        }
        let first_at = row.optional_integer("first_at")?.unwrap_or_default();
        attempt.take_back(store).await?;
        note_lockout(store, pair, email_key, from, now).await?;
        let waited = SignedDuration::from_micros(now.as_microsecond().saturating_sub(first_at));
        let seconds = (WINDOW - waited).as_secs().clamp(1, WINDOW.as_secs());
        Err(LockedOut { retry_after_seconds: u32::try_from(seconds).unwrap_or(1) }.into())
    }

    /// It was not wrong, or was none.
    pub(super) async fn take_back(self, store: &AppStore) -> Result<(), AppStoreError> {
        store.execute("DELETE FROM sign_in_failures WHERE id = $1", &[Value::Int64(self.id)]).await.map(|_| ())
    }

    /// It was right: the wrong ones before it are forgiven.
    pub(super) async fn succeed(self, store: &AppStore) -> Result<(), AppStoreError> {
        let pair = Value::Bytes(self.pair.to_vec());
        store.execute("DELETE FROM sign_in_failures WHERE pair = $1", &[pair]).await.map(|_| ())
    }
}

/// Where tries come from: of IPv6 the /64, which is what one customer of a network has.
fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

/// Writes the lockout of a pair into the audit log, once in its time. Whether there is such an account changes what the
/// entry says and not what is done.
async fn note_lockout(
    store: &AppStore,
    pair: [u8; 32],
    email_key: &str,
    from: &SignInFrom,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let since = Value::Timestamp(now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN).as_microsecond());
    let pair = Value::Bytes(pair.to_vec());
    let sql = "SELECT 1 AS noted FROM sign_in_lockouts WHERE pair = $1 AND noted_at > $2";
    if store.query(sql, &[pair.clone(), since.clone()]).await?.row_count > 0 {
        return Ok(());
    }
    let mut transaction = store.begin().await?;
    let sql = "INSERT INTO sign_in_lockouts (pair, noted_at) VALUES ($1, $2)
               ON CONFLICT (pair) DO UPDATE SET noted_at = excluded.noted_at WHERE sign_in_lockouts.noted_at <= $3";
    if transaction.execute(sql, &[pair, Value::Timestamp(now.as_microsecond()), since]).await? == 0 {
        return Ok(());
    }
    let rows =
        transaction.query("SELECT id FROM users WHERE email_key = $1", &[Value::Text(email_key.to_owned())]).await?;
    let id = match Row::first(&rows) {
        Some(row) => row.integer("id")?.to_string(),
        None => "unknown".to_owned(),
    };
    let target = Target { kind: "user", id, organization_id: None };
    let details = json!({ "wrong_tries": MOST_TRIES });
    // Whoever guesses is not the person.
    Author::signing_in(from, None)
        .record_of(&mut transaction, "session.locked_out", target, None, details, now)
        .await?;
    transaction.commit().await
}
