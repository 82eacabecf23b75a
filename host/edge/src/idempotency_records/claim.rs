//! The statements.

use crate::{Claim, IdempotencyKey, KeptOutcome, KeyHolder};
use jiff::Timestamp;
use quarry_contract::Problem;
use quarry_stores::app::{AppStore, AppStoreError, Row};
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

pub(super) async fn write_outcome(
    store: &AppStore,
    key: &IdempotencyKey,
    claimed_at: i64,
    outcome: &KeptOutcome,
) -> Result<(), AppStoreError> {
    let (status, is_refusal, body, location) = match outcome {
        KeptOutcome::Answer { status, body, location } => (*status, false, body.to_vec(), location.clone()),
        KeptOutcome::Refusal(problem) => {
            let text = json!({ "code": problem.code, "detail": problem.detail, "members": problem.members });
            (problem.status, true, text.to_string().into_bytes(), None)
        }
    };
    let (table, holder, held_by) = place(key);
    let sql = format!(
        "UPDATE {table} SET status = $4, is_refusal = $5, body = $6, location = $7
         WHERE {holder} = $1 AND key = $2 AND claimed_at = $3"
    );
    let values = [
        held_by,
        Value::Text(key.text.clone()),
        Value::Timestamp(claimed_at),
        Value::Int64(status.into()),
        Value::Boolean(is_refusal),
        Value::Bytes(body),
        location.map_or(Value::Null, Value::Text),
    ];
    store.execute(&sql, &values).await.map(|_| ())
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
