//! The bytes of an organization's kept outcomes, counted by the hour in which they expire: nothing is counted down, so no count drifts.

use jiff::Timestamp;
use quarry_contract::Problem;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// The most bytes of the outcomes of an organization's writes in 24 hours.
pub(super) const MOST_OF_AN_ORGANIZATION: i64 = 256 << 20;
const HOUR_MICROSECONDS: i64 = 3_600_000_000;

/// The bytes of the organization's outcomes that have not expired.
pub(super) async fn used(
    transaction: &mut Transaction,
    organization_id: i64,
    now: Timestamp,
) -> Result<i64, AppStoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS used FROM idempotency_bytes
               WHERE organization_id = $1 AND gone_at > $2";
    let rows = transaction.query(sql, &[Value::Int64(organization_id), Value::Timestamp(now.as_microsecond())]).await?;
    Row::first(&rows).map_or(Ok(0), |row| row.integer("used"))
}

/// Counts an outcome that expires then.
pub(super) async fn add(
    transaction: &mut Transaction,
    organization_id: i64,
    size_bytes: i64,
    expires_at: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO idempotency_bytes (organization_id, gone_at, size_bytes) VALUES ($1, $2, $3)
               ON CONFLICT (organization_id, gone_at)
               DO UPDATE SET size_bytes = idempotency_bytes.size_bytes + excluded.size_bytes";
    let hour_after = (expires_at.as_microsecond() / HOUR_MICROSECONDS + 1) * HOUR_MICROSECONDS;
    let values = [Value::Int64(organization_id), Value::Timestamp(hour_after), Value::Int64(size_bytes)];
    transaction.execute(sql, &values).await.map(drop)
}

/// Removes up to `most` counts of what has expired.
pub(super) async fn remove_expired(store: &AppStore, now: Timestamp, most: i64) -> Result<(), AppStoreError> {
    let sql = "DELETE FROM idempotency_bytes WHERE (organization_id, gone_at) IN
               (SELECT organization_id, gone_at FROM idempotency_bytes WHERE gone_at <= $1 LIMIT $2)";
    store.execute(sql, &[Value::Timestamp(now.as_microsecond()), Value::Int64(most)]).await.map(drop)
}

/// The outcome that is kept in the place of an answer for which the organization has no room.
pub(super) fn answer_not_kept() -> Problem {
    let detail = format!(
        "This write was made. Answers to your organization's writes that bring a key have {MOST_OF_AN_ORGANIZATION} bytes in 24 hours, \
         the most that are kept, so this one was not: read what it changed."
    );
    Problem::new(409, "answer_not_kept", detail)
}
