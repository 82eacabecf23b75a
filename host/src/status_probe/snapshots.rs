//! The snapshots and the counts of days, in the app store.

use crate::status_probe::chain_heads::ChainHead;
use crate::status_probe::error::StatusProbeError;
use crate::status_probe::finding::Finding;
use crate::status_probe::gaps::CompletenessGap;
use crate::status_probe::periods::{DAY_MICROSECONDS, MINUTE_MICROSECONDS};
use crate::status_probe::tier_records;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

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
        let earlier = app.query("SELECT max(shown_from) AS shown_from FROM status_snapshots", &[]).await?;
        let earlier = Row::first(&earlier).map_or(Ok(None), |row| row.optional_integer("shown_from"))?;
        let mut transaction = app.begin().await?;
        if insert(&mut transaction, &finding).await? {
            tier_records::insert(&mut transaction, &finding, day_of(&finding), earlier).await?;
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
    let (day, reachable) = (day_of(finding), finding.reachable);
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
    for head in &finding.chains {
        insert_chain(transaction, finding.shown_from, head).await?;
    }
    for gap in &finding.gaps {
        insert_gap(transaction, finding.shown_from, gap).await?;
    }
    Ok(true)
}

async fn insert_chain(transaction: &mut Transaction, shown_from: i64, head: &ChainHead) -> Result<(), AppStoreError> {
    let (followed, coverage) = (head.followed.as_ref(), head.coverage.as_ref());
    let values = [
        Value::Int64(shown_from),
        whole(head.chain_id),
        Value::Text(head.chain.clone()),
        whole(head.latest_block),
        Value::Int64(head.latest_block_at),
        followed.map_or(Value::Null, |followed| whole(followed.block)),
        followed.map_or(Value::Null, |followed| Value::Int64(followed.block_at)),
        followed.map_or(Value::Null, |followed| Value::Int64(followed.seen_at)),
        coverage.map_or(Value::Null, |coverage| whole(coverage.first_block)),
        coverage.map_or(Value::Null, |coverage| whole(coverage.logs)),
        coverage.map_or(Value::Null, |coverage| whole(coverage.decoded)),
        coverage.map_or(Value::Null, |coverage| whole(coverage.undecoded)),
        coverage.map_or(Value::Null, |coverage| whole(coverage.waiting)),
    ];
    let sql =
        "INSERT INTO status_snapshot_chains (shown_from, chain_id, chain, latest_block, latest_block_at, head_block,
                   head_block_at, head_seen_at, coverage_first_block, recent_logs, decoded_logs, undecoded_logs,
                   waiting_logs)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT),
                   CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT),
                   CAST($11 AS BIGINT), CAST($12 AS BIGINT), CAST($13 AS BIGINT))";
    transaction.execute(sql, &values).await.map(|_| ())
}

async fn insert_gap(
    transaction: &mut Transaction,
    shown_from: i64,
    gap: &CompletenessGap,
) -> Result<(), AppStoreError> {
    let values = [
        Value::Int64(shown_from),
        whole(gap.chain_id),
        Value::Text(gap.chain.clone()),
        whole(gap.first_block),
        whole(gap.last_block),
        Value::Text(gap.reason.clone()),
        Value::Int64(gap.opened_at),
        gap.closed_at.map_or(Value::Null, Value::Int64),
    ];
    let sql =
        "INSERT INTO status_snapshot_gaps (shown_from, chain_id, chain, first_block, last_block, reason, opened_at,
                   closed_at)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), $6,
                   CAST($7 AS BIGINT), CAST($8 AS BIGINT))";
    transaction.execute(sql, &values).await.map(|_| ())
}

/// A number of the warehouse in the app store, whose numbers are signed.
fn whole(number: u64) -> Value {
    Value::Int64(i64::try_from(number).unwrap_or(i64::MAX))
}

async fn forget(transaction: &mut Transaction, shown_from: i64, day: i64) -> Result<(), AppStoreError> {
    let oldest_snapshot = Value::Int64(shown_from - KEPT_MICROSECONDS);
    transaction
        .execute("DELETE FROM status_snapshots WHERE shown_from < CAST($1 AS BIGINT)", &[oldest_snapshot])
        .await?;
    let oldest_day = Value::Int64(day - (KEPT_DAYS - 1) * DAY_MICROSECONDS);
    transaction
        .execute("DELETE FROM status_days WHERE day_starts_at < CAST($1 AS BIGINT)", std::slice::from_ref(&oldest_day))
        .await?;
    tier_records::forget(transaction, oldest_day, day).await
}
