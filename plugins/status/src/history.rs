//! The days of probes.

use crate::body::{ProbeDay, TierDay};
use crate::get_public_status::time;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPastDays, "sql/past_days.sql");
statement!(app_store, SelectPastTierDays, "sql/past_tier_days.sql");

const HISTORY_DAYS: i64 = 90;
const DAY_MICROSECONDS: i64 = 86_400_000_000;

/// The days before the snapshot's and that day up to the snapshot: what later probes add is not yet shown.
pub fn history(snapshot: &ResultSet, snapshot_tiers: &ResultSet) -> Result<Vec<ProbeDay>, Problem> {
    let snapshot_day = snapshot.integer(0, "day_starts_at").unwrap_or_default();
    let first_day = snapshot_day - (HISTORY_DAYS - 1) * DAY_MICROSECONDS;
    let past = SelectPastDays { first_day, snapshot_day }.query()?;
    let past_tiers = SelectPastTierDays { first_day, snapshot_day }.query()?;
    let past_days = (0..past.row_count()).filter_map(|row| {
        let day_starts_at = past.integer(row, "day_starts_at")?;
        let of_day = |tier_row: &usize| past_tiers.integer(*tier_row, "day_starts_at") == Some(day_starts_at);
        let tiers = (0..past_tiers.row_count()).filter(of_day);
        Some(ProbeDay {
            day: day_of(time(&past, row, "day_starts_at")?),
            probes: past.integer(row, "probes")?,
            reachable_probes: past.integer(row, "reachable_probes")?,
            tiers: tiers.filter_map(|row| tier_day(&past_tiers, row, "probes", "operational_probes")).collect(),
        })
    });
    let tiers = (0..snapshot_tiers.row_count())
        .filter_map(|row| tier_day(snapshot_tiers, row, "day_probes", "day_operational_probes"));
    let shown_day = time(snapshot, 0, "day_starts_at").and_then(|day_starts_at| {
        Some(ProbeDay {
            day: day_of(day_starts_at),
            probes: snapshot.integer(0, "day_probes")?,
            reachable_probes: snapshot.integer(0, "day_reachable_probes")?,
            tiers: tiers.collect(),
        })
    });
    Ok(past_days.chain(shown_day).collect())
}

/// `None` where no probe of the day could tell.
fn tier_day(rows: &ResultSet, row: usize, probes: &str, operational: &str) -> Option<TierDay> {
    Some(TierDay {
        tier: rows.text(row, "tier")?,
        probes: rows.integer(row, probes).filter(|probes| *probes > 0)?,
        operational_probes: rows.integer(row, operational)?,
    })
}

/// `YYYY-MM-DD`, what an RFC 3339 time begins with.
fn day_of(time: Time) -> Day {
    Day(time.to_string().chars().take(10).collect())
}
