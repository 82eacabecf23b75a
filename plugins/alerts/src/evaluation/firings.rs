//! Traces of an alert that fired: the firing, an entry in its maker's inbox, and a line for the emails.
//!
//! Told is the person who made the alert, while they are in its space; who writes the emails decides by the person's cadence.

use quarry_inbox_entries::{EXCERPT_CHARACTERS, InboxGrew, excerpt};
use quarry_sdk::prelude::*;
use std::collections::{BTreeSet, HashMap};

statement!(app_store, InsertFirings, "src/evaluation/insert_firings.sql");
statement!(app_store, InsertInboxEntries, "src/evaluation/insert_inbox_entries.sql");
statement!(app_store, InsertLetterLines, "src/evaluation/insert_letter_lines.sql");

/// The types of alerts, as firings and emails name them.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertType {
    Price,
    Liquidation,
    ChainEvent,
}

/// The reasons for which a person is told of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Fired,
    /// A reorganisation took back what it fired for.
    TakenBack,
}

/// A price that was measured.
pub struct Measured {
    pub chain_id: i64,
    pub pool: Vec<u8>,
    pub measured: String,
    pub block_number: i64,
    pub block_hash: Option<Vec<u8>>,
    pub as_of: Time,
}

/// An alert that has just fired.
pub struct Fired {
    pub alert_type: AlertType,
    pub alert_id: i64,
    pub arming: i64,
    pub space_id: i64,
    /// The person to tell; none where the maker is gone, or no longer in the space.
    pub user_id: Option<i64>,
    pub sentence: String,
    /// The finding, in one line.
    pub detail: String,
    pub measured: Option<Measured>,
}

/// A person to tell of a firing.
pub struct Told {
    pub firing_id: i64,
    pub alert_type: AlertType,
    pub alert_id: i64,
    pub arming: i64,
    pub space_id: i64,
    pub user_id: i64,
    pub sentence: String,
    pub detail: String,
}

#[derive(Row)]
struct Kept {
    id: i64,
    alert_type: AlertType,
    alert_id: i64,
}

/// Writes the firings, and tells their people.
pub fn record_firings(transaction: &Transaction, fired: Vec<Fired>, now: Time, run: &JobRun) -> Result<(), JobFailure> {
    if fired.is_empty() {
        return Ok(());
    }
    let firings = fired.iter().map(row_of).collect();
    let kept: Vec<Kept> = transaction.all(InsertFirings { now, firings })?;
    let ids: HashMap<(&str, i64), i64> =
        kept.iter().map(|kept| ((kept.alert_type.word(), kept.alert_id), kept.id)).collect();
    let told = fired.into_iter().filter_map(|fired| {
        let firing_id = *ids.get(&(fired.alert_type.word(), fired.alert_id))?;
        let Fired { alert_type, alert_id, arming, space_id, user_id, sentence, detail, .. } = fired;
        user_id.map(|user_id| Told { firing_id, alert_type, alert_id, arming, space_id, user_id, sentence, detail })
    });
    tell_people(transaction, told.collect(), Reason::Fired, now, run)
}

/// Writes what people are told, in their inboxes and for emails.
pub fn tell_people(
    transaction: &Transaction,
    told: Vec<Told>,
    reason: Reason,
    now: Time,
    run: &JobRun,
) -> Result<(), JobFailure> {
    if told.is_empty() {
        return Ok(());
    }
    let entries = told.iter().map(|told| InsertInboxEntriesEntries {
        user_id: told.user_id,
        kind: entry_kind(told.alert_type, reason).to_owned(),
        firing_id: told.firing_id,
        space_id: told.space_id,
        title: excerpt(&told.sentence, EXCERPT_CHARACTERS),
        excerpt: excerpt(&told.detail, EXCERPT_CHARACTERS),
    });
    transaction.execute(InsertInboxEntries { now, entries: entries.collect() })?;
    let lines = told.iter().map(|told| InsertLetterLinesLines {
        user_id: told.user_id,
        space_id: told.space_id,
        alert_type: told.alert_type.word().to_owned(),
        alert_id: told.alert_id,
        arming: told.arming,
        sentence: told.sentence.clone(),
        detail: told.detail.clone(),
    });
    let kind = match reason {
        Reason::Fired => "fired",
        Reason::TakenBack => "taken_back",
    };
    transaction.execute(InsertLetterLines { now, kind: kind.to_owned(), lines: lines.collect() })?;
    // A message a person is enough to make them look.
    let mut messaged = BTreeSet::new();
    for told in &told {
        if messaged.insert(told.user_id) && run.shares_left().messages > 0 {
            let grew = InboxGrew { subject_type: "alert_firing".to_owned(), subject_id: told.firing_id, page_id: None };
            transaction.notify(Audience::Person(told.user_id), &grew)?;
        }
    }
    Ok(())
}

fn entry_kind(alert_type: AlertType, reason: Reason) -> &'static str {
    match (reason, alert_type) {
        (Reason::TakenBack, _) => "alert_taken_back",
        (Reason::Fired, AlertType::Price) => "price_alert",
        (Reason::Fired, AlertType::Liquidation | AlertType::ChainEvent) => "watch",
    }
}

fn row_of(fired: &Fired) -> InsertFiringsFirings {
    let measured = fired.measured.as_ref();
    InsertFiringsFirings {
        alert_type: fired.alert_type.word().to_owned(),
        alert_id: fired.alert_id,
        arming: fired.arming,
        space_id: fired.space_id,
        sentence: fired.sentence.clone(),
        detail: fired.detail.clone(),
        chain_id: measured.map(|measured| measured.chain_id),
        pool: measured.map(|measured| measured.pool.clone()),
        measured: measured.map(|measured| measured.measured.clone()),
        block_number: measured.map(|measured| measured.block_number),
        block_hash: measured.and_then(|measured| measured.block_hash.clone()),
        as_of: measured.map(|measured| measured.as_of),
    }
}
