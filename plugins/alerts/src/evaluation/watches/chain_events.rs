//! Events that were added to the timeline since it was looked at last.
//!
//! An event that happened long before it was added belongs to a registry of the past: it is noted and told to nobody.

use crate::evaluation::events::ChainEventCreated;
use crate::evaluation::firings::AlertType;
use crate::evaluation::marks::{end, rests, start};
use crate::evaluation::rules::Rules;
use crate::evaluation::watches::{Begins, Record, Watching, tell_all};
use quarry_chain_events::{ChainEvent, add_provenance};
use quarry_inbox_entries::{EXCERPT_CHARACTERS, excerpt};
use quarry_sdk::Turn;
use quarry_sdk::prelude::*;

statement!(app_store, SelectNewEvents, "src/evaluation/watches/new_events.sql");
statement!(app_store, SelectWatchesOfEvents, "src/evaluation/watches/watches_of_events.sql");
statement!(app_store, KeepEvent, "src/evaluation/watches/keep_event.sql");
statement!(app_store, NotePastEvents, "src/evaluation/watches/note_past_events.sql");

/// The part of the marks. Events have no version of the warehouse: what counts is when they were looked at.
const PART: &str = "chain_events";
/// Seconds for which a file of events may be loaded before it can be seen.
const LOADING_SECONDS: i64 = 3_600;
/// The seven days after which an event that is added is of the past, where data can be too old.
const NEWS_MICROSECONDS: i64 = 7 * 86_400_000_000;
/// Events that are read together.
const AT_ONCE: i64 = 100;
/// Events of the past that are noted together: a registry has up to 100,000 of them.
const NOTED_AT_ONCE: i64 = 5_000;
/// Bytes of an event that are told: with a thousand watches it is below the 64 KiB that the host takes.
const MOST_BYTES: usize = 40 << 10;
/// Characters of a summary with which any event is below that.
const CHARACTERS_OF_A_LONG_SUMMARY: usize = 2_000;

#[derive(Row)]
struct NewEvent {
    #[row(flatten)]
    event: ChainEvent,
    /// True where it happened long before it was added, or nobody knows when.
    is_past: bool,
    /// Up to which organization it was told; -1 of one that was not.
    told_up_to: i64,
}

impl NewEvent {
    fn is_news(&self, rules: &Rules) -> bool {
        rules.stale_after_seconds.is_none() || !self.is_past
    }

    fn is_met_by(&self, watch: &Watching) -> bool {
        watch.protocol.as_ref().is_none_or(|protocol| self.names(protocol))
    }

    /// Tells whether the entry says a protocol's name, as words of its title, its summary or its key.
    fn names(&self, protocol: &str) -> bool {
        let wanted = words_of(protocol);
        let texts = [self.event.title.as_deref(), self.event.summary.as_deref(), Some(self.event.key.as_str())];
        !wanted.is_empty()
            && texts.into_iter().flatten().any(|text| {
                let words = words_of(text);
                words.windows(wanted.len()).any(|some| some == wanted)
            })
    }

    fn detail(&self) -> String {
        excerpt(self.event.title.as_deref().unwrap_or(&self.event.key), EXCERPT_CHARACTERS)
    }
}

/// The words of a text in lower case: `aave_v3` and `Aave V3` have the same.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Leaves out of an entry what would make it larger than the host sends: its sources and, where that is not enough, the rest of its summary.
fn bound(event: &mut ChainEvent) {
    let is_too_large = |event: &ChainEvent| serde_json::to_string(event).is_ok_and(|text| text.len() > MOST_BYTES);
    if is_too_large(event) {
        event.sources.clear();
    }
    if is_too_large(event) {
        event.summary = event.summary.as_deref().map(|summary| excerpt(summary, CHARACTERS_OF_A_LONG_SUMMARY));
    }
}

/// Looks at the events that are new.
pub fn look_at_events(rules: &Rules, followed: &Followed, run: &JobRun) -> Result<(), JobFailure> {
    let now = Time::now();
    let mark = followed.mark(PART)?;
    let since = mark.map_or(now, |mark| mark.looked_at).minus_seconds(LOADING_SECONDS);
    let mut turn = None;
    loop {
        let mut events: Vec<NewEvent> =
            SelectNewEvents { since, news_microseconds: NEWS_MICROSECONDS, most: AT_ONCE }.all()?;
        if events.is_empty() {
            break;
        }
        if mark.is_some() && turn.is_none() {
            turn = followed.turn(PART)?;
        }
        let Some(turn) = turn.as_ref() else {
            note_past(None, since)?;
            break;
        };
        let read = events.len();
        events.retain(|new| new.is_news(rules));
        if events.len() < read {
            note_past(Some(turn), since)?;
        }
        add_provenance(events.iter_mut().map(|new| &mut new.event))?;
        for new in &mut events {
            bound(&mut new.event);
            if !tell_one(turn, new, run)? {
                return Ok(());
            }
        }
    }
    match (turn, mark) {
        (Some(turn), _) => end(&turn, 0),
        (None, None) => start(followed, PART, 0, now),
        (None, Some(mark)) if rests(mark, 0, now) => Ok(()),
        (None, Some(_)) => followed.turn(PART)?.map_or(Ok(()), |turn| end(&turn, 0)),
    }
}

/// Notes events that nobody is told of: those of the past or, before the first look, every one.
fn note_past(turn: Option<&Turn>, since: Time) -> Result<(), JobFailure> {
    loop {
        let transaction = turn.map_or_else(Transaction::begin, Turn::begin)?;
        let news_microseconds = turn.map(|_| NEWS_MICROSECONDS);
        let noted = transaction.execute(NotePastEvents { since, news_microseconds, most: NOTED_AT_ONCE })?;
        transaction.commit()?;
        if noted < NOTED_AT_ONCE.unsigned_abs() {
            return Ok(());
        }
    }
}

/// Tells of one event, organization by organization; false where the rest is for another run.
fn tell_one(turn: &Turn, new: &NewEvent, run: &JobRun) -> Result<bool, JobFailure> {
    let is_met_by = |watch: &Watching| new.is_met_by(watch);
    let record = Record {
        alert_type: AlertType::ChainEvent,
        detail: new.detail(),
        is_met_by: &is_met_by,
        told_up_to: new.told_up_to,
        keep: &|transaction, after| transaction.execute(KeepEvent { id: new.event.id, after }).map(|_| ()),
        read: &|transaction, begins: Begins, most| {
            let (made_from, made_in, behind) = begins.parameters();
            let (category, chain_id) = (new.event.category.word().to_owned(), new.event.chain_id);
            transaction.all(SelectWatchesOfEvents { category, chain_id, made_from, made_in, behind, most })
        },
    };
    tell_all(turn, &record, |watch_ids| ChainEventCreated { watch_ids, event: new.event.clone() }, run)
}
