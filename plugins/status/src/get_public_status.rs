//! `GET /public/status`.

use crate::body::{CompletenessGap, CompletenessGaps, PlatformTier, PublicStatus, SelectShownNotices, Warehouse};
use crate::history::history;
use crate::snapshot::Snapshot;
use quarry_sdk::prelude::*;

statement!(app_store, SelectSnapshotTiers, "sql/snapshot_tiers.sql");
statement!(app_store, SelectSnapshotGaps, "sql/snapshot_gaps.sql");

const CACHE_TTL_SECONDS: i64 = 60;
/// The time for which a notice is shown after it was resolved.
const NOTICE_DAYS: i64 = 7;

/// The state of the service: chains and their lags, tiers, gaps, notices, and 90 days of probes
///
/// A snapshot, taken once a minute and the same on every host until the next full minute, entity tag included. It is a
/// 200 while the warehouse is down, with `warehouse.reachable` false.
#[endpoint(get = "/public/status", keyless, rate = public_status, cache = public(60), body = PublicStatus)]
pub fn get_public_status() -> Result<Answer, Problem> {
    let snapshot = Snapshot::shown()?;
    let (shown_from, checked_at) = (snapshot.shown_from, snapshot.checked_at);
    let chains = snapshot.chains()?;
    let tiers = SelectSnapshotTiers { shown_from }.query()?;
    let platform_tiers: Vec<PlatformTier> = tiers.read()?;
    let gaps: Vec<CompletenessGap> = SelectSnapshotGaps { shown_from }.all()?;
    let (open, closed) = gaps.into_iter().partition(|gap| gap.closed_at.is_none());
    let notices = SelectShownNotices { checked_at, oldest: checked_at.minus_days(NOTICE_DAYS) };
    Ok(Answer::object()
        .member("checked_at", &checked_at)
        .member("cache_ttl_seconds", &CACHE_TTL_SECONDS)
        .member("warehouse", &Warehouse { reachable: snapshot.warehouse_reachable })
        .member("ingest_lag_seconds", &chains.iter().map(|chain| chain.ingest_lag_seconds).max())
        .member("head_lag_seconds", &chains.iter().filter_map(|chain| chain.head_lag_seconds).max())
        .member("chains", &chains)
        .member("platform_tiers", &platform_tiers)
        .member("completeness_gaps", &CompletenessGaps { open, closed })
        .rows("notices", notices.query()?)
        .member("probe_history", &history(&snapshot, tiers.read()?)?)
        .into())
}
