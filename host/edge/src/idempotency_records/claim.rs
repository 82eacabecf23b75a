//! The statements.

use crate::idempotency_records::bytes;
use crate::{Claim, IdempotencyKey, KeptOutcome, KeyHolder};
use jiff::Timestamp;
use quarry_contract::Problem;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::time::Duration;
use subtle::ConstantTimeEq;

/// The time for which an outcome is kept.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// The time for which a claim without an outcome holds: far longer than a request may take.
pub(super) const CLAIM_LEASE: Duration = Duration::from_secs(5 * 60);

/// The table that has the keys of such a holder, the column of the holder, and the holder's value in it.
fn place(key: &IdempotencyKey) -> (&'static str, &'static str, Value) {
    match &key.holder {
        KeyHolder::ApiKey(id) => ("idempotency_keys", "api_key_id", Value::Int64(*id)),
        KeyHolder::Tenant(tenant) => ("request_keys", "tenant", Value::Text(tenant.clone())),
    }
}

/// Takes the claim in one statement, so that of requests that come together one holds it; else says what is known.
pub(super) async fn take(store: &AppStore, key: &IdempotencyKey, now: Timestamp) -> Result<Claim, AppStoreError> {
    let in_microseconds = |time: Timestamp| Value::Timestamp(time.as_microsecond());
    let (table, holder, held_by) = place(key);
    let claim = format!(
        "INSERT INTO {table}
             ({holder}, key, fingerprint, status, is_refusal, body, claimed_at, expires_at)
         VALUES ($1, $2, $3, NULL, NULL, NULL, $4, $5)
         ON CONFLICT ({holder}, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, status = NULL, is_refusal = NULL, body = NULL, location = NULL,
             claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
         WHERE {table}.expires_at <= $4
            OR ({table}.status IS NULL AND {table}.claimed_at <= $6)
         RETURNING claimed_at"
    );
    let values = [
        held_by.clone(),
        Value::Text(key.text.clone()),
        Value::Bytes(key.fingerprint.to_vec()),
        in_microseconds(now),
        in_microseconds(now + KEPT),
        in_microseconds(now - CLAIM_LEASE),
    ];
    let rows = store.query(&claim, &values).await?;
    if let Some(row) = Row::first(&rows) {
        return Ok(Claim::Fresh { claimed_at: row.integer("claimed_at")? });
    }
    let known =
        format!("SELECT fingerprint, status, is_refusal, body, location FROM {table} WHERE {holder} = $1 AND key = $2");
    let rows = store.query(&known, &[held_by, Value::Text(key.text.clone())]).await?;
    // Released between the two statements: the client tries again.
    let Some(row) = Row::first(&rows) else { return Ok(Claim::Running) };
    if !bool::from(row.bytes("fingerprint")?.as_slice().ct_eq(&key.fingerprint)) {
        return Ok(Claim::OtherRequest);
    }
    let Some(status) = row.optional_integer("status")? else { return Ok(Claim::Running) };
    let body = row.bytes("body")?;
    let status = u16::try_from(status).unwrap_or_default();
    Ok(Claim::Kept(match row.boolean("is_refusal")? {
        true => KeptOutcome::Refusal(refusal(status, &body)),
        false => KeptOutcome::Answer { status, body: body.into(), location: row.optional_text("location")? },
    }))
}

/// An outcome as its row has it.
struct Written {
    status: u16,
    is_refusal: bool,
    body: Vec<u8>,
    location: Option<String>,
}

impl Written {
    fn of(outcome: &KeptOutcome) -> Written {
        match outcome {
            KeptOutcome::Answer { status, body, location } => {
                Written { status: *status, is_refusal: false, body: body.to_vec(), location: location.clone() }
            }
            KeptOutcome::Refusal(problem) => {
                let text = json!({ "code": problem.code, "detail": problem.detail, "members": problem.members });
                Written {
                    status: problem.status,
                    is_refusal: true,
                    body: text.to_string().into_bytes(),
                    location: None,
                }
            }
        }
    }
}

/// Keeps the outcome of the holder of the claim. Where the organization has as many bytes of them as it may, it is kept that the write was made,
/// and a refusal, which changed nothing, is not kept.
pub(super) async fn keep_outcome(
    store: &AppStore,
    key: &IdempotencyKey,
    claimed_at: i64,
    outcome: &KeptOutcome,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let written = Written::of(outcome);
    let size_bytes = i64::try_from(written.body.len()).unwrap_or(i64::MAX);
    let mut transaction = store.begin().await?;
    let used = match key.organization_id {
        Some(organization_id) => bytes::used(&mut transaction, organization_id, now).await?,
        None => 0,
    };
    if used.saturating_add(size_bytes) > bytes::MOST_OF_AN_ORGANIZATION {
        return match outcome {
            KeptOutcome::Answer { .. } => {
                let note = Written::of(&KeptOutcome::Refusal(bytes::answer_not_kept()));
                write(&mut transaction, key, claimed_at, note).await?;
                transaction.commit().await
            }
            KeptOutcome::Refusal(_) => {
                drop(transaction);
                drop_claim(store, key, claimed_at).await
            }
        };
    }
    // A claim that somebody else holds by now is theirs to count.
    if write(&mut transaction, key, claimed_at, written).await? > 0
        && let Some(organization_id) = key.organization_id
    {
        bytes::add(&mut transaction, organization_id, size_bytes, now + KEPT).await?;
    }
    transaction.commit().await
}

/// Writes the row's outcome; tells how many rows that were.
async fn write(
    transaction: &mut Transaction,
    key: &IdempotencyKey,
    claimed_at: i64,
    written: Written,
) -> Result<u64, AppStoreError> {
    let (table, holder, held_by) = place(key);
    let sql = format!(
        "UPDATE {table} SET status = $4, is_refusal = $5, body = $6, location = $7
         WHERE {holder} = $1 AND key = $2 AND claimed_at = $3"
    );
    let values = [
        held_by,
        Value::Text(key.text.clone()),
        Value::Timestamp(claimed_at),
        Value::Int64(written.status.into()),
        Value::Boolean(written.is_refusal),
        Value::Bytes(written.body),
        written.location.map_or(Value::Null, Value::Text),
    ];
    transaction.execute(&sql, &values).await
}

pub(super) async fn drop_claim(store: &AppStore, key: &IdempotencyKey, claimed_at: i64) -> Result<(), AppStoreError> {
    let (table, holder, held_by) = place(key);
    let sql = format!("DELETE FROM {table} WHERE {holder} = $1 AND key = $2 AND claimed_at = $3 AND status IS NULL");
    let values = [held_by, Value::Text(key.text.clone()), Value::Timestamp(claimed_at)];
    store.execute(&sql, &values).await.map(|_| ())
}

/// A refusal as it was kept.
fn refusal(status: u16, body: &[u8]) -> Problem {
    let kept: Json = serde_json::from_slice(body).unwrap_or_default();
    let text = |name: &str| kept[name].as_str().unwrap_or_default().to_owned();
    let mut problem = Problem::new(status, &text("code"), text("detail"));
    if let Json::Object(members) = kept["members"].clone() {
        problem.members = Box::new(members);
    }
    problem
}
