//! Watches: each record that is new is told once, to every organization that watches for it, and to people whose watch is armed.
//!
//! Always true here: how far a record was told is kept with what was told of it. An organization hears of each matching record while one
//! of its watches exists, armed or not; people hear once an arming.

pub mod behind;
pub mod chain_events;
pub mod liquidations;

use crate::evaluation::firings::{AlertType, Fired, record_firings};
use quarry_sdk::Turn;
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(app_store, FireWatches, "src/evaluation/watches/fire_watches.sql");

/// Watches that are read together.
const WATCHES_AT_ONCE: i64 = 1_000;
/// Organizations that one transaction tells: each is an event with its deliveries.
const ORGANIZATIONS_AT_ONCE: u32 = 200;
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

/// Keeps up to which organization a record was told, none where it was told to all.
pub type Keep<'a> = &'a dyn Fn(&Transaction, Option<i64>) -> Result<(), StatementFailure>;
/// Reads watches that a record may meet, so many at most.
pub type Read<'a> = &'a dyn Fn(&Transaction, Begins, i64) -> Result<Vec<Watching>, Problem>;

/// A record that is told.
pub struct Record<'a> {
    pub alert_type: AlertType,
    /// Its description, in one line.
    pub detail: String,
    /// Tells whether a watch of the right token or category is met.
    pub is_met_by: &'a dyn Fn(&Watching) -> bool,
    /// Up to which organization it was told before; -1 of one that was not.
    pub told_up_to: i64,
    pub keep: Keep<'a>,
    pub read: Read<'a>,
}

/// Tells of a record to those who were not told yet, some organizations at once and each of them whole; false where the rest is for another
/// run.
pub fn tell_all<E: Event>(
    turn: &Turn,
    record: &Record<'_>,
    event: impl Fn(Vec<i64>) -> E,
    run: &JobRun,
) -> Result<bool, JobFailure> {
    let mut after = record.told_up_to;
    while run.has_room_for(ORGANIZATIONS_AT_ONCE) {
        match tell_some(turn, record, after, &event, run)? {
            None => return Ok(true),
            Some(told) => after = told,
        }
    }
    Ok(false)
}

/// Tells of it to the organizations behind `after`; gives the last one of them, none where no more are left.
fn tell_some<E: Event>(
    turn: &Turn,
    record: &Record<'_>,
    after: i64,
    event: &impl Fn(Vec<i64>) -> E,
    run: &JobRun,
) -> Result<Option<i64>, JobFailure> {
    let mut transaction = turn.begin()?;
    let mut page = (record.read)(&transaction, Begins::Behind(after), WATCHES_AT_ONCE)?;
    let mut is_last = i64::try_from(page.len()).is_ok_and(|read| read < WATCHES_AT_ONCE);
    if let (false, Some(first), Some(last)) = (is_last, page.first(), page.last()) {
        let made_in = last.made_in;
        if first.made_in == made_in {
            // One organization alone has more than a page. People are told by the rest before it hears, once and with the first watches:
            // those that have fired fire no more where this is begun again.
            let behind = last.id;
            drop(transaction);
            tell_people_of(turn, record, made_in, behind, run)?;
            transaction = turn.begin()?;
        } else {
            // The last one goes on behind the page: the next page begins with it.
            page.retain(|watch| watch.made_in != made_in);
        }
    }
    let organizations: BTreeSet<i64> = page.iter().map(|watch| watch.made_in).collect();
    if let Some(next) = organizations.into_iter().nth(ORGANIZATIONS_AT_ONCE as usize) {
        page.retain(|watch| watch.made_in < next);
        is_last = false;
    }
    let told_up_to = page.last().map(|watch| watch.made_in).filter(|_| !is_last);
    page.retain(|watch| (record.is_met_by)(watch));
    tell_organizations(&transaction, &page, event)?;
    tell_makers(&transaction, record, page, run)?;
    (record.keep)(&transaction, told_up_to)?;
    transaction.commit()?;
    Ok(told_up_to)
}

/// Tells people by the watches of one organization behind `behind`.
fn tell_people_of(
    turn: &Turn,
    record: &Record<'_>,
    made_in: i64,
    mut behind: i64,
    run: &JobRun,
) -> Result<(), JobFailure> {
    loop {
        let transaction = turn.begin()?;
        let mut page = (record.read)(&transaction, Begins::Within { made_in, behind }, WATCHES_AT_ONCE)?;
        let Some(last) = page.last() else { return Ok(()) };
        behind = last.id;
        page.retain(|watch| (record.is_met_by)(watch));
        tell_makers(&transaction, record, page, run)?;
        transaction.commit()?;
    }
}

/// Tells organizations, each once by an event that `event` makes of the ids of its watches.
fn tell_organizations<E: Event>(
    transaction: &Transaction,
    met: &[Watching],
    event: &impl Fn(Vec<i64>) -> E,
) -> Result<(), JobFailure> {
    let mut by_organization: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for watch in met {
        if let Some(organization_id) = watch.organization_id {
            by_organization.entry(organization_id).or_default().push(watch.id);
        }
    }
    for (organization_id, mut watch_ids) in by_organization {
        watch_ids.sort_unstable();
        watch_ids.truncate(WATCHES_NAMED);
        match transaction.emit_for(organization_id, &event(watch_ids)) {
            Ok(_) => {}
            // It is refused as often as it is tried, and would keep back every record after it; people are told all the same.
            Err(StatementFailure::Rejected(detail)) => {
                log::emit(Level::Error, &format!("an event of a watch cannot be sent: {detail}"));
            }
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(())
}

/// Tells people, each by their watches that are armed.
fn tell_makers(
    transaction: &Transaction,
    record: &Record<'_>,
    met: Vec<Watching>,
    run: &JobRun,
) -> Result<(), JobFailure> {
    let now = Time::now();
    let armed: Vec<Watching> = met.into_iter().filter(|watch| watch.is_armed).collect();
    if armed.is_empty() {
        return Ok(());
    }
    let watches = armed.iter().map(|watch| FireWatchesWatches { id: watch.id, arming: watch.arming }).collect();
    let fired: Vec<i64> = transaction.values(FireWatches { now, watches })?;
    let fired: BTreeSet<i64> = fired.into_iter().collect();
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
    record_firings(transaction, recorded.collect(), now, run)
}
