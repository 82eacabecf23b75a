//! The days of probes.

use crate::body::{ProbeDay, TierDay};
use crate::snapshot::Snapshot;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(app_store, SelectPastDays, "sql/past_days.sql");
statement!(app_store, SelectPastTierDays, "sql/past_tier_days.sql");

const HISTORY_DAYS: i64 = 90;

/// The probes of a day.
#[derive(Row)]
struct PastDay {
    day_starts_at: Time,
    probes: i64,
    reachable_probes: i64,
}

/// The day of a row of [`SelectPastTierDays`].
#[derive(Row)]
struct DayOfTier {
    day_starts_at: Time,
}

/// The days before the snapshot's and that day up to the snapshot: what later probes add is not yet shown.
pub fn history(snapshot: &Snapshot, tiers: Vec<TierDay>) -> Result<Vec<ProbeDay>, Problem> {
    let snapshot_day = snapshot.day_starts_at;
    let first_day = snapshot_day.minus_days(HISTORY_DAYS - 1);
    let rows = SelectPastTierDays { first_day, snapshot_day }.query()?;
    let mut past_tiers: HashMap<i64, Vec<TierDay>> = HashMap::new();
    for (day, tier) in rows.read::<DayOfTier>()?.into_iter().zip(rows.read()?) {
        past_tiers.entry(day.day_starts_at.microseconds).or_default().push(tier);
    }
    let past: Vec<PastDay> = SelectPastDays { first_day, snapshot_day }.all()?;
    let past_days = past.into_iter().map(|past| ProbeDay {
        day: past.day_starts_at.day(),
        probes: past.probes,
        reachable_probes: past.reachable_probes,
        tiers: past_tiers.remove(&past.day_starts_at.microseconds).unwrap_or_default(),
    });
    let shown_day = ProbeDay {
        day: snapshot_day.day(),
        probes: snapshot.probes,
        reachable_probes: snapshot.reachable_probes,
        // Without those of which no probe of the day could tell.
        tiers: tiers.into_iter().filter(|tier| tier.probes > 0).collect(),
    };
    Ok(past_days.chain([shown_day]).collect())
}
