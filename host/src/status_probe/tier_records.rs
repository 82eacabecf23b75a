//! The tiers of a snapshot, every single probe, and the counts of days.
//!
//! A minute without a snapshot is a failed probe too, or outages would leave no trace: of the API, because no host served or
//! none could reach the app store; and of the app store, as far as the host that probes next had found it down.

use crate::status_probe::finding::Finding;
use crate::status_probe::periods::{DAY_MICROSECONDS, MINUTE_MICROSECONDS};
use crate::status_probe::tiers::{Tier, TierFinding, TierState};
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// For how long single probes are kept.
const KEPT_PROBE_DAYS: i64 = 2;
/// Outages of older days are not shown any more.
const LONGEST_OUTAGE_DAYS: i64 = 90;

/// Stores the tiers of a snapshot of `day`; `earlier` is the minute of the one before it.
pub(super) async fn insert(
    transaction: &mut Transaction,
    finding: &Finding,
    day: i64,
    earlier: Option<i64>,
) -> Result<(), AppStoreError> {
    if let Some(earlier) = earlier {
        count_missed(transaction, finding, earlier).await?;
    }
    for tier in &finding.tiers {
        insert_probe(transaction, finding, tier).await?;
        let counts = u32::from(tier.state.counts());
        let operational = u32::from(tier.state == TierState::Operational);
        let (probes, operational) = count(transaction, day, tier.tier, (counts.into(), operational.into())).await?;
        let values = [
            Value::Int64(finding.shown_from),
            Value::Text(tier.tier.name().to_owned()),
            Value::Text(tier.state.name().to_owned()),
            response_of(tier),
            Value::Int64(probes),
            Value::Int64(operational),
        ];
        let sql = "INSERT INTO status_snapshot_tiers (shown_from, tier, state, response_microseconds, day_probes,
                       day_operational_probes)
                   VALUES (CAST($1 AS BIGINT), $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT))";
        transaction.execute(sql, &values).await?;
    }
    Ok(())
}

/// Removes what is older than what is shown: counts before `oldest_day`, single probes some days before `day`.
pub(super) async fn forget(transaction: &mut Transaction, oldest_day: Value, day: i64) -> Result<(), AppStoreError> {
    let sql = "DELETE FROM status_tier_days WHERE day_starts_at < CAST($1 AS BIGINT)";
    transaction.execute(sql, &[oldest_day]).await?;
    let oldest_probe = Value::Int64(day - (KEPT_PROBE_DAYS - 1) * DAY_MICROSECONDS);
    let sql = "DELETE FROM status_probes WHERE checked_at < CAST($1 AS BIGINT)";
    transaction.execute(sql, &[oldest_probe]).await.map(|_| ())
}

async fn insert_probe(
    transaction: &mut Transaction,
    finding: &Finding,
    tier: &TierFinding,
) -> Result<(), AppStoreError> {
    let values = [
        Value::Int64(finding.checked_at.as_microsecond()),
        Value::Text(tier.tier.name().to_owned()),
        Value::Text(tier.state.name().to_owned()),
        response_of(tier),
    ];
    // Two snapshots may be made within a second of a start.
    let sql = "INSERT INTO status_probes (checked_at, tier, state, response_microseconds)
               VALUES (CAST($1 AS BIGINT), $2, $3, CAST($4 AS BIGINT)) ON CONFLICT (checked_at, tier) DO NOTHING";
    transaction.execute(sql, &values).await.map(|_| ())
}

/// Counts the minutes between two snapshots, each in its day.
async fn count_missed(transaction: &mut Transaction, finding: &Finding, earlier: i64) -> Result<(), AppStoreError> {
    let measures = |tier: Tier| finding.tiers.iter().any(|found| found.tier == tier);
    let oldest = finding.shown_from - LONGEST_OUTAGE_DAYS * DAY_MICROSECONDS;
    let mut from = (earlier + MINUTE_MICROSECONDS).max(oldest);
    while from < finding.shown_from {
        let day = from - from.rem_euclid(DAY_MICROSECONDS);
        let until = finding.shown_from.min(day + DAY_MICROSECONDS);
        if measures(Tier::Api) {
            count(transaction, day, Tier::Api, (minutes(from, until), 0)).await?;
        }
        if let Some(down_since) = finding.app_store_down_since {
            count(transaction, day, Tier::AppStore, (minutes(from.max(down_since), until), 0)).await?;
        }
        from = until;
    }
    Ok(())
}

/// Whole minutes that begin in the span.
fn minutes(from: i64, until: i64) -> i64 {
    let ceiling =
        |time: i64| time.div_euclid(MINUTE_MICROSECONDS) + i64::from(time.rem_euclid(MINUTE_MICROSECONDS) > 0);
    (ceiling(until) - ceiling(from)).max(0)
}

/// Adds probes to a day and gives its counts.
async fn count(
    transaction: &mut Transaction,
    day: i64,
    tier: Tier,
    (probes, operational): (i64, i64),
) -> Result<(i64, i64), AppStoreError> {
    let values =
        [Value::Int64(day), Value::Text(tier.name().to_owned()), Value::Int64(probes), Value::Int64(operational)];
    let counted = transaction.query(
        "INSERT INTO status_tier_days (day_starts_at, tier, probes, operational_probes)
         VALUES (CAST($1 AS BIGINT), $2, CAST($3 AS BIGINT), CAST($4 AS BIGINT))
         ON CONFLICT (day_starts_at, tier) DO UPDATE SET probes = status_tier_days.probes + excluded.probes,
             operational_probes = status_tier_days.operational_probes + excluded.operational_probes
         RETURNING probes, operational_probes",
        &values,
    );
    let counted = counted.await?;
    match Row::first(&counted) {
        Some(row) => Ok((row.integer("probes")?, row.integer("operational_probes")?)),
        None => Ok((probes, operational)),
    }
}

fn response_of(tier: &TierFinding) -> Value {
    let microseconds = tier.response.map(|response| i64::try_from(response.as_micros()).unwrap_or(i64::MAX));
    microseconds.map_or(Value::Null, Value::Int64)
}
