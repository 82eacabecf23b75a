//! Watches: each record that is new is told once, to every organization that watches for it, and to people whose watch is armed.
//!
//! Always true here: how far a record was told is kept with what was told of it. An organization hears of each matching record while one
//! of its watches exists, armed or not; people hear once an arming.

pub mod chain_events;
pub mod liquidations;

use crate::evaluation::budget::Budget;
use crate::evaluation::firings::{AlertType, Fired, record_firings};
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(app_store, FireWatches, "src/evaluation/watches/fire_watches.sql");

/// Watches that are read together.
const WATCHES_AT_ONCE: usize = 1_000;
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

/// Where a page of watches begins: behind an organization, or within one behind a watch.
#[derive(Clone, Copy)]
pub enum Begins {
    Behind(i64),
    Within { made_in: i64, behind: i64 },
}

impl Begins {
    /// Arguments of the statements: the first organization, and where it is within one this one and a watch.
    pub fn parameters(self) -> (i64, Option<i64>, Option<i64>) {
        match self {
            Begins::Behind(organization) => (organization + 1, None, None),
            Begins::Within { made_in, behind } => (made_in, Some(made_in), Some(behind)),
        }
    }
}

/// Tells of a record to the organizations behind `after`, some at once and each of them whole; gives the last one of them, none where no
/// more are left.
pub fn tell_some<E: Event>(
    transaction: &Transaction,
    record: &Record<'_>,
    after: i64,
    read: impl Fn(&Transaction, Begins, i64) -> Result<Vec<Watching>, Problem>,
    event: impl Fn(Vec<i64>) -> E,
    budget: &mut Budget,
) -> Result<Option<i64>, JobFailure> {
    let most = i64::try_from(WATCHES_AT_ONCE).unwrap_or(i64::MAX);
    let mut page = read(transaction, Begins::Behind(after), most)?;
    let last = page.last().map(|watch| (watch.made_in, watch.id));
    let Some((made_in, mut behind)) = last.filter(|_| page.len() >= WATCHES_AT_ONCE) else {
        tell_page(transaction, record, page, Some(&event), budget)?;
        return Ok(None);
    };
    if page.first().is_some_and(|first| first.made_in != made_in) {
        // The last one goes on behind the page: the next page begins with it.
        page.retain(|watch| watch.made_in != made_in);
        let told = page.last().map(|watch| watch.made_in);
        tell_page(transaction, record, page, Some(&event), budget)?;
        return Ok(told);
    }
    // One organization alone has more than a page: it hears once, and its people with their watches.
    tell_page(transaction, record, page, Some(&event), budget)?;
    loop {
        let further = read(transaction, Begins::Within { made_in, behind }, most)?;
        let Some(last) = further.last() else { return Ok(Some(made_in)) };
        behind = last.id;
        tell_page(transaction, record, further, None::<&fn(Vec<i64>) -> E>, budget)?;
    }
}

/// Asks for room for a page of events; false where the rest is for another run.
pub fn has_room(budget: &mut Budget) -> bool {
    budget.room_for_events(WATCHES_AT_ONCE).is_some()
}

/// A record that is told.
pub struct Record<'a> {
    pub alert_type: AlertType,
    /// Its description, in one line.
    pub detail: String,
    /// Tells whether a watch of the right token or category is met.
    pub is_met_by: &'a dyn Fn(&Watching) -> bool,
}

/// Tells of a record: organizations by an event that `event` makes of the watches' ids, people by their watches that are armed.
fn tell_page<E: Event>(
    transaction: &Transaction,
    record: &Record<'_>,
    page: Vec<Watching>,
    event: Option<&impl Fn(Vec<i64>) -> E>,
    budget: &mut Budget,
) -> Result<(), JobFailure> {
    let now = Time::now();
    let met: Vec<Watching> = page.into_iter().filter(|watch| (record.is_met_by)(watch)).collect();
    let mut by_organization: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for watch in met.iter().filter(|_| event.is_some()) {
        if let Some(organization_id) = watch.organization_id {
            by_organization.entry(organization_id).or_default().push(watch.id);
        }
    }
    for (organization_id, mut watch_ids) in by_organization {
        watch_ids.sort_unstable();
        watch_ids.truncate(WATCHES_NAMED);
        if let Some(event) = event {
            transaction.emit_for(organization_id, &event(watch_ids))?;
            budget.emitted(1);
        }
    }
    let armed: Vec<Watching> = met.into_iter().filter(|watch| watch.is_armed).collect();
    if armed.is_empty() {
        return Ok(());
    }
    let watches = armed.iter().map(|watch| FireWatchesWatches { id: watch.id, arming: watch.arming }).collect();
    let fired: Vec<FiredId> = transaction.all(FireWatches { now, watches })?;
    let fired: BTreeSet<i64> = fired.into_iter().map(|FiredId { id }| id).collect();
    let recorded = armed.into_iter().filter(|watch| fired.contains(&watch.id)).map(|watch| Fired {
        alert_type: record.alert_type,
        alert_id: watch.id,
        arming: watch.arming,
        space_id: watch.space_id,
        user_id: watch.user_id,
        sentence: watch.sentence,
        detail: record.detail.clone(),
        measured: None,
    });
    record_firings(transaction, recorded.collect(), now, budget)
}
