//! Watches: each record that is new is told once, to every organization that watches for it, and to people whose watch is armed.
//!
//! Always true here: how far a record was told is kept with what was told of it. An organization hears of each matching record while one
//! of its watches exists, armed or not; people hear once an arming.

pub mod chain_events;
pub mod liquidations;

use crate::evaluation::budget::Budget;
use crate::evaluation::firings::{AlertType, Fired, record_firings};
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, FireWatches, "src/evaluation/watches/fire_watches.sql");

/// Watches that are told together; those of one organization never apart.
pub const WATCHES_AT_ONCE: usize = 5_000;
/// Watches that an event names.
const WATCHES_NAMED: usize = 1_000;

/// A watch that a record may meet.
#[derive(Row)]
pub struct Watching {
    pub id: i64,
    pub arming: i64,
    pub space_id: i64,
    pub sentence: String,
    pub is_armed: bool,
    #[row(json)]
    pub protocols: Vec<String>,
    pub protocol: Option<String>,
    /// The organization in which the maker stood; 0 where there was none.
    pub made_in: i64,
    /// The same; null where the maker is no member of it.
    pub organization_id: Option<i64>,
    /// The maker; null where they are not in the space.
    pub user_id: Option<i64>,
}

#[derive(Row)]
struct FiredId {
    id: i64,
}

/// The watches of whole organizations, of those that were read, and the last organization of them; none where all were read.
pub fn of_whole_organizations(mut watching: Vec<Watching>) -> (Vec<Watching>, Option<i64>) {
    let last = watching.last().map(|watch| watch.made_in);
    let first = watching.first().map(|watch| watch.made_in);
    match last {
        Some(last) if watching.len() >= WATCHES_AT_ONCE => {
            // One that has more than are read is told of those.
            if first != Some(last) {
                watching.retain(|watch| watch.made_in != last);
            }
            let told = watching.last().map(|watch| watch.made_in);
            (watching, told)
        }
        _ => (watching, None),
    }
}

/// Tells of a record: organizations by an event that `event` makes of the watches' ids, people by their watches that are armed.
pub fn tell_of_record<E: Event>(
    transaction: &Transaction,
    alert_type: AlertType,
    detail: &str,
    met: Vec<Watching>,
    event: impl Fn(Vec<i64>) -> E,
    budget: &mut Budget,
) -> Result<(), JobFailure> {
    let now = Time::now();
    let mut by_organization: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for watch in &met {
        if let Some(organization_id) = watch.organization_id {
            by_organization.entry(organization_id).or_default().push(watch.id);
        }
    }
    for (organization_id, mut watch_ids) in by_organization {
        watch_ids.sort_unstable();
        watch_ids.truncate(WATCHES_NAMED);
        transaction.emit_for(organization_id, &event(watch_ids))?;
        budget.emitted(1);
    }
    let armed: Vec<Watching> = met.into_iter().filter(|watch| watch.is_armed).collect();
    if armed.is_empty() {
        return Ok(());
    }
    let watches = armed.iter().map(|watch| FireWatchesWatches { id: watch.id, arming: watch.arming }).collect();
    let fired: Vec<FiredId> = transaction.all(FireWatches { now, watches })?;
    let fired: std::collections::BTreeSet<i64> = fired.into_iter().map(|FiredId { id }| id).collect();
    let recorded = armed.into_iter().filter(|watch| fired.contains(&watch.id)).map(|watch| Fired {
        alert_type,
        alert_id: watch.id,
        arming: watch.arming,
        space_id: watch.space_id,
        user_id: watch.user_id,
        sentence: watch.sentence,
        detail: detail.to_owned(),
        measured: None,
    });
    record_firings(transaction, recorded.collect(), now, budget)
}
