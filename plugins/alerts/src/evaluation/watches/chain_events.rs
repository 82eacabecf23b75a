//! Events that were added to the timeline since it was looked at last.
//!
//! An event that happened long before it was added belongs to a registry of the past: it is noted and told to nobody.

use crate::evaluation::Rules;
use crate::evaluation::budget::Budget;
use crate::evaluation::events::ChainEventCreated;
use crate::evaluation::firings::AlertType;
use crate::evaluation::look::{self, Look, Source};
use crate::evaluation::watches::{Begins, Record, Watching, has_room, tell_some};
use quarry_chain_events::{ChainEvent, add_provenance};
use quarry_inbox_entries::{EXCERPT_CHARACTERS, excerpt};
use quarry_sdk::prelude::*;

statement!(app_store, SelectNewEvents, "src/evaluation/watches/new_events.sql");
statement!(app_store, SelectWatchesOfEvents, "src/evaluation/watches/watches_of_events.sql");
statement!(app_store, KeepEvents, "src/evaluation/watches/keep_events.sql");

/// Seconds for which a file of events may be loaded before it can be seen.
const LOADING_SECONDS: i64 = 3_600;
/// Days after which an event that is added is of the past, where data can be too old.
const DAYS_OF_NEWS: i64 = 7;
/// Events that are read together.
const AT_ONCE: i64 = 100;
/// Bytes of sources that are told: with the longest summary and a thousand watches they are below the 64 KiB of an event.
const MOST_SOURCE_BYTES: usize = 8 << 10;

#[derive(Row)]
struct NewEvent {
    #[row(flatten)]
    event: ChainEvent,
    created_at: Time,
    /// Up to which organization it was told; -1 of one that was not.
    told_up_to: i64,
}

impl NewEvent {
    fn is_news(&self, rules: &Rules) -> bool {
        let told_from = self.created_at.minus_days(DAYS_OF_NEWS);
        rules.stale_after_seconds.is_none()
            || self.event.occurred_at.is_some_and(|occurred_at| occurred_at >= told_from)
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

/// Leaves out the sources of an entry with which what is sent would be larger than the host sends.
fn bound(event: &mut ChainEvent) {
    let bytes = event.sources.iter().map(|source| source.name.len() + source.url.as_ref().map_or(0, String::len));
    if bytes.sum::<usize>() > MOST_SOURCE_BYTES {
        event.sources.clear();
    }
}

/// Looks at the events that are new.
pub fn look_at_events(rules: &Rules, budget: &mut Budget) -> Result<(), JobFailure> {
    let now = Time::now();
    let mark = look::mark_of(Source::ChainEvents, 0)?;
    let since = mark.as_ref().map_or(now, |mark| mark.looked_at).minus_seconds(LOADING_SECONDS);
    let is_first = mark.is_none();
    let mut look = None;
    loop {
        let mut events: Vec<NewEvent> = SelectNewEvents { since, most: AT_ONCE }.all()?;
        if events.is_empty() {
            break;
        }
        add_provenance(events.iter_mut().filter(|new| new.is_news(rules)).map(|new| &mut new.event))?;
        events.iter_mut().for_each(|new| bound(&mut new.event));
        if !is_first && look.is_none() {
            look = Look::begin(Source::ChainEvents, 0)?;
        }
        for event in &events {
            let told = match &look {
                Some(look) if event.is_news(rules) => tell_one(look, event, budget)?,
                _ => note(look.as_ref(), event, None).map(|()| true)?,
            };
            if !told {
                return Ok(());
            }
        }
    }
    let transaction = Transaction::begin()?;
    match (&look, &mark) {
        (Some(look), _) => look.end(&transaction, 0, now)?,
        (None, None) => look::start_at(&transaction, Source::ChainEvents, 0, 0, now)?,
        (None, Some(mark)) if mark.rests(0, now) => return Ok(()),
        (None, Some(_)) => {
            drop(transaction);
            return Look::begin(Source::ChainEvents, 0)?.map_or(Ok(()), |look| end_alone(&look, now));
        }
    }
    transaction.commit()?;
    Ok(())
}

fn end_alone(look: &Look, now: Time) -> Result<(), JobFailure> {
    let transaction = Transaction::begin()?;
    look.end(&transaction, 0, now)?;
    transaction.commit()?;
    Ok(())
}

/// Notes an event that nobody is told of.
fn note(look: Option<&Look>, event: &NewEvent, after: Option<i64>) -> Result<(), JobFailure> {
    let transaction = Transaction::begin()?;
    if let Some(look) = look {
        look.hold(&transaction)?;
    }
    transaction.execute(KeepEvents { id: event.event.id, after })?;
    transaction.commit()?;
    Ok(())
}

/// Tells of one event, organization by organization; false where the rest is for another run.
fn tell_one(look: &Look, new: &NewEvent, budget: &mut Budget) -> Result<bool, JobFailure> {
    let mut after = new.told_up_to;
    let is_met_by = |watch: &Watching| new.is_met_by(watch);
    let record = Record { alert_type: AlertType::ChainEvent, detail: new.detail(), is_met_by: &is_met_by };
    loop {
        if !has_room(budget) {
            return Ok(false);
        }
        let transaction = Transaction::begin()?;
        look.hold(&transaction)?;
        let read = |transaction: &Transaction, begins: Begins, most: i64| {
            let (made_from, made_in, behind) = begins.parameters();
            let (category, chain_id) = (new.event.category.word().to_owned(), new.event.chain_id);
            transaction.all(SelectWatchesOfEvents { category, chain_id, made_from, made_in, behind, most })
        };
        let event = |watch_ids| ChainEventCreated { watch_ids, event: new.event.clone() };
        let told_up_to = tell_some(&transaction, &record, after, read, event, budget)?;
        transaction.execute(KeepEvents { id: new.event.id, after: told_up_to })?;
        transaction.commit()?;
        match told_up_to {
            None => return Ok(true),
            Some(told) => after = told,
        }
    }
}
