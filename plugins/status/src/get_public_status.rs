//! `GET /public/status`.

use crate::body::{ChainStatus, CompletenessGaps, NothingYet, ProbeDay, PublicStatus, Warehouse};
use quarry_sdk::prelude::*;
use std::time::{SystemTime, UNIX_EPOCH};

statement!(app_store, SelectShownSnapshot, "sql/shown_snapshot.sql");
statement!(app_store, SelectSnapshotChains, "sql/snapshot_chains.sql");
statement!(app_store, SelectPastDays, "sql/past_days.sql");

const CACHE_TTL_SECONDS: i64 = 60;
const HISTORY_DAYS: i64 = 90;
const DAY_MICROSECONDS: i64 = 86_400_000_000;

/// The state of the service: reachability of the warehouse, ingest lag, and 90 days of probes
///
/// A snapshot, taken once a minute and the same on every host until the next full minute, entity tag included. It is a
/// 200 while the warehouse is down, with `warehouse.reachable` false.
#[endpoint(
    get = "/public/status",
    keyless,
    rate = public_status,
    cache = public(60),
    body = PublicStatus,
    statements = [SelectShownSnapshot, SelectSnapshotChains, SelectPastDays],
)]
pub fn get_public_status(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let snapshot = SelectShownSnapshot { now: now() }.query()?;
    let (Some(shown_from), Some(checked_at), Some(reachable)) = (
        snapshot.integer(0, "shown_from"),
        time(&snapshot, 0, "checked_at"),
        snapshot.boolean(0, "warehouse_reachable"),
    ) else {
        let detail = "The service has only just been set up and was not probed yet: try again in a few seconds.";
        return Err(Problem::new(503, "data_source_unavailable", detail));
    };
    let chains = chains(&SelectSnapshotChains { shown_from }.query()?, checked_at);
    let ingest_lag_seconds = chains.iter().map(|chain| chain.ingest_lag_seconds).max();
    Ok(Answer::object()
        .member("checked_at", &checked_at)
        .member("cache_ttl_seconds", &CACHE_TTL_SECONDS)
        .member("warehouse", &Warehouse { reachable })
        .member("ingest_lag_seconds", &ingest_lag_seconds)
        .member("head_lag_seconds", &None::<i64>)
        .member("chains", &chains)
        .member("platform_tiers", &NothingYet::default())
        .member("completeness_gaps", &CompletenessGaps { open: NothingYet::default(), closed: NothingYet::default() })
        .member("notices", &NothingYet::default())
        .member("probe_history", &history(&snapshot)?)
        .into())
}

fn chains(rows: &ResultSet, checked_at: Time) -> Vec<ChainStatus> {
    (0..rows.row_count())
        .filter_map(|row| {
            let latest_block_at = time(rows, row, "latest_block_at")?;
            Some(ChainStatus {
                chain: rows.text(row, "chain")?,
                chain_id: rows.integer(row, "chain_id")?,
                latest_block: rows.integer(row, "latest_block")?,
                latest_block_at,
                ingest_lag_seconds: ((checked_at.microseconds - latest_block_at.microseconds) / 1_000_000).max(0),
            })
        })
        .collect()
}

/// The days before the snapshot's and that day up to the snapshot: what later probes add is not yet shown.
fn history(snapshot: &ResultSet) -> Result<Vec<ProbeDay>, Problem> {
    let snapshot_day = snapshot.integer(0, "day_starts_at").unwrap_or_default();
    let first_day = snapshot_day - (HISTORY_DAYS - 1) * DAY_MICROSECONDS;
    let past = SelectPastDays { first_day, snapshot_day }.query()?;
    let day = |rows: &ResultSet, row: usize, probes: &str, reachable: &str| {
        Some(ProbeDay {
            day: day_of(time(rows, row, "day_starts_at")?),
            probes: rows.integer(row, probes)?,
            reachable_probes: rows.integer(row, reachable)?,
        })
    };
    let past_days = (0..past.row_count()).filter_map(|row| day(&past, row, "probes", "reachable_probes"));
    Ok(past_days.chain(day(snapshot, 0, "day_probes", "day_reachable_probes")).collect())
}

/// A time of the app store, which keeps microseconds.
fn time(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}

/// `YYYY-MM-DD`, what an RFC 3339 time begins with.
fn day_of(time: Time) -> Day {
    Day(time.to_string().chars().take(10).collect())
}

#[expect(clippy::disallowed_methods, reason = "which snapshot is shown depends on the clock")]
fn now() -> Time {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time { microseconds: i64::try_from(elapsed.as_micros()).unwrap_or_default() }
}
