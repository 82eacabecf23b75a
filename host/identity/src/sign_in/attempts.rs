//! Wrong tries, counted in the app store, so that hosts agree and a restart forgives nothing.
//!
//! Two things are counted. Tries of a pair of account and address (of IPv6 the /64), passwords and codes alike: ten within a
//! quarter of an hour lock the pair out. And tries at the second factor of an account, from all addresses together: only
//! somebody who has the password, a mailed token or a session gets as far as a code, so a stranger locks nobody out by it,
//! and who has many addresses gains nothing. Of a million codes three are good at a time, so [`OF_CODES`] leaves a guesser
//! one chance in 3,300 a day, and the person is told by mail on the first of them.
//!
//! A try is written down before anything is compared and taken back when it was right, so that tries that come
//! together are counted too. An account that does not exist is counted as any other.

use crate::SignInFrom;
use crate::sign_in::LockedOut;
use crate::sign_in::author::{Author, Target};
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv6Addr};
use thiserror::Error;

/// So many wrong tries in so much time, and not one more.
struct Bound {
    most: i64,
    window: SignedDuration,
}

/// Tries of one account from one address.
const OF_PAIR: &[Bound] = &[Bound { most: 10, window: SignedDuration::from_mins(15) }];
/// Tries at the second factor of one account, from everywhere. A right code forgives none of them: its owner would do so
/// for the guesser.
const OF_CODES: &[Bound] = &[
    Bound { most: 20, window: SignedDuration::from_hours(1) },
    Bound { most: 100, window: SignedDuration::from_hours(24) },
];

/// A try that counts as wrong until it is taken back.
#[derive(Debug)]
pub(super) struct Attempt {
    id: i64,
    /// SHA-256 of what is counted: account and address, or the second factor of an account.
    counted: [u8; 32],
}

/// The reason why a try could not begin.
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
        let pair = Sha256::new()
            .chain_update(email_key)
            .chain_update("\0")
            .chain_update(place(from.address).to_string())
            .finalize()
            .into();
        let begun = Attempt::within(store, pair, OF_PAIR, now).await;
        if let Err(AttemptError::LockedOut(_)) = begun {
            note_pair(store, pair, email_key, from, now).await?;
        }
        begun
    }

    /// Begins a try at the second factor of an account, whatever it is for and from wherever it comes.
    pub(super) async fn begin_code(store: &AppStore, user_id: i64, now: Timestamp) -> Result<Attempt, AttemptError> {
        Attempt::within(store, second_factor_of(user_id), OF_CODES, now).await
    }

    async fn within(
        store: &AppStore,
        counted: [u8; 32],
        bounds: &[Bound],
        now: Timestamp,
    ) -> Result<Attempt, AttemptError> {
        let key = Value::Bytes(counted.to_vec());
        let values = [key.clone(), Value::Timestamp(now.as_microsecond())];
        let rows =
            store.query("INSERT INTO sign_in_failures (pair, failed_at) VALUES ($1, $2) RETURNING id", &values).await?;
        let id = Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default();
        let attempt = Attempt { id, counted };
        let mut wait = 0;
        for bound in bounds {
            // Counted after it was written: however many come together, the eleventh sees ten others.
            let since = now.saturating_sub(bound.window).unwrap_or(Timestamp::MIN);
            let sql = "SELECT COUNT(*) AS tries, MIN(failed_at) AS first_at FROM
                       (SELECT failed_at FROM sign_in_failures WHERE pair = $1 AND failed_at > $2
                        ORDER BY failed_at DESC LIMIT $3) AS newest";
            let values = [key.clone(), Value::Timestamp(since.as_microsecond()), Value::Int64(bound.most + 1)];
            let rows = store.query(sql, &values).await?;
            let Some(row) = Row::first(&rows) else { continue };
            if row.integer("tries")? > bound.most {
                let first_at = row.optional_integer("first_at")?.unwrap_or_default();
                let waited = SignedDuration::from_micros(now.as_microsecond().saturating_sub(first_at));
                wait = wait.max((bound.window - waited).as_secs().clamp(1, bound.window.as_secs()));
            }
        }
        if wait == 0 {
            return Ok(attempt);
        }
        attempt.take_back(store).await?;
        Err(LockedOut { retry_after_seconds: u32::try_from(wait).unwrap_or(u32::MAX) }.into())
    }

    /// It was right, or nothing was compared.
    pub(super) async fn take_back(self, store: &AppStore) -> Result<(), AppStoreError> {
        store.execute("DELETE FROM sign_in_failures WHERE id = $1", &[Value::Int64(self.id)]).await.map(|_| ())
    }

    /// It was right: the wrong ones before it are forgiven.
    pub(super) async fn succeed(self, store: &AppStore) -> Result<(), AppStoreError> {
        let counted = Value::Bytes(self.counted.to_vec());
        store.execute("DELETE FROM sign_in_failures WHERE pair = $1", &[counted]).await.map(|_| ())
    }
}

/// The key by which tries at the second factor of an account are counted. The prefix is not an email address, so no pair has it.
fn second_factor_of(user_id: i64) -> [u8; 32] {
    Sha256::digest(format!("second factor\0{user_id}")).into()
}

/// The network that tries come from: of IPv6 the /64, which one customer of a network has.
fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

/// Notes the lockout of a second factor, for the transaction that tells it; none when that was done within the hour.
pub(super) async fn note_code_lockout(
    store: &AppStore,
    user_id: i64,
    now: Timestamp,
) -> Result<Option<Transaction>, AppStoreError> {
    note(store, second_factor_of(user_id), &OF_CODES[0], now).await
}

/// Writes down that a lockout is told; none when one was within the bound's time. Most tries of somebody who is locked out
/// are answered by a read.
async fn note(
    store: &AppStore,
    counted: [u8; 32],
    bound: &Bound,
    now: Timestamp,
) -> Result<Option<Transaction>, AppStoreError> {
    let since = Value::Timestamp(now.saturating_sub(bound.window).unwrap_or(Timestamp::MIN).as_microsecond());
    let counted = Value::Bytes(counted.to_vec());
    let sql = "SELECT 1 AS noted FROM sign_in_lockouts WHERE pair = $1 AND noted_at > $2";
    if store.query(sql, &[counted.clone(), since.clone()]).await?.row_count > 0 {
        return Ok(None);
    }
    let mut transaction = store.begin().await?;
    let sql = "INSERT INTO sign_in_lockouts (pair, noted_at) VALUES ($1, $2)
               ON CONFLICT (pair) DO UPDATE SET noted_at = excluded.noted_at WHERE sign_in_lockouts.noted_at <= $3";
    let is_new = transaction.execute(sql, &[counted, Value::Timestamp(now.as_microsecond()), since]).await? > 0;
    Ok(is_new.then_some(transaction))
}

/// Writes the lockout of a pair into the audit log, once in its time. Whether there is such an account changes what the
/// entry says and not what is done.
async fn note_pair(
    store: &AppStore,
    pair: [u8; 32],
    email_key: &str,
    from: &SignInFrom,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let Some(mut transaction) = note(store, pair, &OF_PAIR[0], now).await? else { return Ok(()) };
    let rows =
        transaction.query("SELECT id FROM users WHERE email_key = $1", &[Value::Text(email_key.to_owned())]).await?;
    let id = match Row::first(&rows) {
        Some(row) => row.integer("id")?.to_string(),
        None => "unknown".to_owned(),
    };
    let target = Target { kind: "user", id, organization_id: None };
    let details = json!({ "wrong_tries": OF_PAIR[0].most });
    // A wrong password may be a stranger's guess, so the entry names nobody.
    Author::signing_in(from, None)
        .record_of(&mut transaction, "session.locked_out", target, None, details, now)
        .await?;
    transaction.commit().await
}
