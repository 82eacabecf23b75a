//! `GET /public/timeline/{id}`.

use crate::page::RegistrySource;
use quarry_chain_events::{ChainEvent, read_chain_events};
use quarry_sdk::prelude::*;

statement!(app_store, SelectEvent, "sql/event.sql");

#[derive(Parameters)]
pub struct PublicEventPath {
    /// The event's id.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

#[derive(Schema)]
pub struct TimelineEvent {
    /// The source of the entry.
    pub source: RegistrySource,
    /// The time at which the event happened; null when its day is unknown.
    pub as_of: Option<Time>,
    pub event: ChainEvent,
}

/// One event with its provenance
///
/// Shows the event with its sources, the transactions that it is anchored in and whether somebody verified it.
#[endpoint(get = "/public/timeline/{id}", keyless, module = "timeline", body = TimelineEvent)]
pub fn get_public_timeline_event(path: PublicEventPath) -> Result<Answer, Problem> {
    let rows = SelectEvent { id: path.id }.query()?;
    let events = read_chain_events(&rows, rows.row_count())?;
    let Some(event) = events.first() else {
        return Err(Problem::not_found(format!(
            "The timeline has no event {}; GET /public/timeline lists them.",
            path.id
        )));
    };
    Ok(Answer::object()
        .member("source", "event_registry")
        .member("as_of", &event.occurred_at)
        .member("event", event)
        .into())
}
