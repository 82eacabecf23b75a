//! The snapshots and the counts of days, in the app store.

use crate::status_probe::chain_heads::ChainHead;
use crate::status_probe::{Finding, MINUTE_MICROSECONDS, StatusProbeError};
use crate::stores::app::{AppStore, AppStoreError, Row, Transaction};
use crate::stores::result_set::Value;

const DAY_MICROSECONDS: i64 = 24 * 60 * MINUTE_MICROSECONDS;
/// For how long a snapshot can still be asked for, by a host whose clock is behind.
const KEPT_MICROSECONDS: i64 = 60 * MINUTE_MICROSECONDS;
/// The 90 days that are shown, and one for a snapshot that is still shown when its day is over.
const KEPT_DAYS: i64 = 91;

/// The minute of the newest snapshot, in microseconds since the epoch.
pub(super) async fn newest(app: &AppStore) -> Result<Option<i64>, StatusProbeError> {
    let newest = async {
        let rows = app.query("SELECT max(shown_from) AS shown_from FROM status_snapshots", &[]).await?;
        Row::first(&rows).map_or(Ok(None), |row| row.optional_integer("shown_from"))
    };
    newest.await.map_err(StatusProbeError::Read)
}

/// Removes the snapshots of that minute and later.
pub(super) async fn remove_from(app: &AppStore, shown_from: i64) -> Result<(), StatusProbeError> {
    let sql = "DELETE FROM status_snapshots WHERE shown_from >= CAST($1 AS BIGINT)";
    let removed = app.execute(sql, &[Value::Int64(shown_from)]).await;
    removed.map(|_| ()).map_err(StatusProbeError::Store)
}

/// Stores a snapshot, counts it in its day and forgets what is too old. Where the minute has one already, nothing
/// happens.
pub(super) async fn store(app: &AppStore, finding: Finding) -> Result<(), StatusProbeError> {
    let stored = async {
        let mut transaction = app.begin().await?;
        if insert(&mut transaction, &finding).await? {
            forget(&mut transaction, finding.shown_from, day_of(&finding)).await?;
            transaction.commit().await?;
        }
        Ok(())
    };
    stored.await.map_err(StatusProbeError::Store)
}

fn day_of(finding: &Finding) -> i64 {
    let checked_at = finding.checked_at.as_microsecond();
    checked_at - checked_at.rem_euclid(DAY_MICROSECONDS)
}

async fn insert(transaction: &mut Transaction, finding: &Finding) -> Result<bool, AppStoreError> {
    let (day, reachable) = (day_of(finding), finding.chains.is_some());
    let values = [
        Value::Int64(finding.shown_from),
        Value::Timestamp(finding.checked_at.as_microsecond()),
        Value::Boolean(reachable),
        Value::Int64(day),
    ];
    let inserted = transaction.execute(
        "INSERT INTO status_snapshots
             (shown_from, checked_at, warehouse_reachable, day_starts_at, day_probes, day_reachable_probes)
         VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BOOLEAN), CAST($4 AS BIGINT), 0, 0)
         ON CONFLICT (shown_from) DO NOTHING",
        &values,
    );
    if inserted.await? == 0 {
        return Ok(false);
    }
    let values = [Value::Int64(day), Value::Int64(reachable.into())];
    let counted = transaction.query(
        "INSERT INTO status_days (day_starts_at, probes, reachable_probes)
         VALUES (CAST($1 AS BIGINT), 1, CAST($2 AS BIGINT))
         ON CONFLICT (day_starts_at) DO UPDATE SET probes = status_days.probes + 1,
             reachable_probes = status_days.reachable_probes + excluded.reachable_probes
         RETURNING probes, reachable_probes",
        &values,
    );
    let counted = counted.await?;
    if let Some(counts) = Row::first(&counted) {
        let values = [
            Value::Int64(finding.shown_from),
            Value::Int64(counts.integer("probes")?),
            Value::Int64(counts.integer("reachable_probes")?),
        ];
        let sql =
            "UPDATE status_snapshots SET day_probes = CAST($2 AS BIGINT), day_reachable_probes = CAST($3 AS BIGINT)
                   WHERE shown_from = CAST($1 AS BIGINT)";
        transaction.execute(sql, &values).await?;
    }
    for head in finding.chains.iter().flatten() {
        insert_chain(transaction, finding.shown_from, head).await?;
    }
    Ok(true)
}

async fn insert_chain(transaction: &mut Transaction, shown_from: i64, head: &ChainHead) -> Result<(), AppStoreError> {
    let values = [
        Value::Int64(shown_from),
        Value::Int64(head.chain_id),
        Value::Text(head.chain.clone()),
        Value::Int64(head.latest_block),
        Value::Timestamp(head.latest_block_at),
    ];
    let sql = "INSERT INTO status_snapshot_chains (shown_from, chain_id, chain, latest_block, latest_block_at)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT))";
    transaction.execute(sql, &values).await.map(|_| ())
}

async fn forget(transaction: &mut Transaction, shown_from: i64, day: i64) -> Result<(), AppStoreError> {
    let oldest_snapshot = Value::Int64(shown_from - KEPT_MICROSECONDS);
    transaction
        .execute("DELETE FROM status_snapshots WHERE shown_from < CAST($1 AS BIGINT)", &[oldest_snapshot])
        .await?;
    let oldest_day = Value::Int64(day - (KEPT_DAYS - 1) * DAY_MICROSECONDS);
    transaction.execute("DELETE FROM status_days WHERE day_starts_at < CAST($1 AS BIGINT)", &[oldest_day]).await?;
    Ok(())
}
