//! `GET /public/status`.

use crate::body::{CompletenessGap, CompletenessGaps, Notice, PlatformTier, PublicStatus, Warehouse};
use crate::history::history;
use crate::snapshot::{chains, tiers};
use quarry_sdk::prelude::*;

statement!(app_store, SelectShownSnapshot, "sql/shown_snapshot.sql");
statement!(app_store, SelectSnapshotChains, "sql/snapshot_chains.sql");
statement!(app_store, SelectSnapshotTiers, "sql/snapshot_tiers.sql");
statement!(app_store, SelectSnapshotGaps, "sql/snapshot_gaps.sql");
statement!(app_store, SelectShownNotices, "sql/shown_notices.sql");

const CACHE_TTL_SECONDS: i64 = 60;
/// How long a notice is shown after it was resolved.
const NOTICE_MICROSECONDS: i64 = 7 * 86_400_000_000;

/// The state of the service: chains and their lags, tiers, gaps, notices, and 90 days of probes
///
/// A snapshot, taken once a minute and the same on every host until the next full minute, entity tag included. It is a
/// 200 while the warehouse is down, with `warehouse.reachable` false.
#[endpoint(
    get = "/public/status",
    keyless,
    rate = public_status,
    cache = public(60),
    body = PublicStatus,
)]
pub fn get_public_status(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let snapshot = SelectShownSnapshot { now: Time::now() }.query()?;
    let (Some(shown_from), Some(checked_at), Some(reachable)) = (
        snapshot.integer(0, "shown_from"),
        time(&snapshot, 0, "checked_at"),
        snapshot.boolean(0, "warehouse_reachable"),
    ) else {
        let detail = "The service has only just been set up and was not probed yet: try again in a few seconds.";
        return Err(Problem::new(503, "data_source_unavailable", detail));
    };
    let chains = chains(&SelectSnapshotChains { shown_from }.query()?, checked_at);
    let tier_rows = SelectSnapshotTiers { shown_from }.query()?;
    let platform_tiers: Vec<PlatformTier> = tiers(&tier_rows);
    let gaps = SelectSnapshotGaps { shown_from }.query()?.read::<CompletenessGap>()?;
    let (open, closed) = gaps.into_iter().partition(|gap| gap.closed_at.is_none());
    let oldest = checked_at.microseconds - NOTICE_MICROSECONDS;
    let notices = SelectShownNotices { checked_at: checked_at.microseconds, oldest }.query()?.read::<Notice>()?;
    Ok(Answer::object()
        .member("checked_at", &checked_at)
        .member("cache_ttl_seconds", &CACHE_TTL_SECONDS)
        .member("warehouse", &Warehouse { reachable })
        .member("ingest_lag_seconds", &chains.iter().map(|chain| chain.ingest_lag_seconds).max())
        .member("head_lag_seconds", &chains.iter().filter_map(|chain| chain.head_lag_seconds).max())
        .member("chains", &chains)
        .member("platform_tiers", &platform_tiers)
        .member("completeness_gaps", &CompletenessGaps { open, closed })
        .member("notices", &notices)
        .member("probe_history", &history(&snapshot, &tier_rows)?)
        .into())
}

/// A time of the app store, which keeps microseconds.
pub(crate) fn time(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}
