//! The list of events, as the keyed and the public endpoint show it.

use quarry_chain_events::{ChainEvent, read_chain_events};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectEvents, "sql/events.sql", category: EventCategory);

/// The source of the entries: always the registry of this deployment.
pub struct RegistrySource;

impl Schema for RegistrySource {
    fn schema() -> Json {
        json!({ "type": "string", "const": "event_registry" })
    }

    fn example() -> Json {
        json!("event_registry")
    }
}

#[derive(Schema)]
pub struct Events {
    /// The source of the entries.
    pub source: RegistrySource,
    /// The time of the newest event of this page; null without one or when its day is unknown.
    pub as_of: Option<Time>,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Events, the newest first; those whose day is unknown come last.
    pub events: Vec<ChainEvent>,
}

/// The events to list.
pub struct Filter {
    pub category: Option<EventCategory>,
    pub chain: Option<Chain>,
    pub from: Option<TimeFrom>,
    pub to: Option<TimeTo>,
    pub verified: Option<bool>,
}

/// One page of the events that pass the filter.
pub fn answer(request: &Request, filter: Filter) -> Result<Answer, Problem> {
    let chain_id = match filter.chain.map(|chain| i64::try_from(chain.0)) {
        None => None,
        Some(Ok(id)) => Some(id),
        Some(Err(_)) => {
            return Err(Problem::invalid_parameter("chain", "The parameter \"chain\" is not a chain's id."));
        }
    };
    let rows = SelectEvents {
        category: filter.category,
        chain_id,
        from: filter.from.map(|from| from.0),
        to: filter.to.map(|to| to.0),
        verified: filter.verified,
    }
    .query()?;
    let events = read_chain_events(&rows, rows.row_count().min(request.page_size()))?;
    let as_of = events.first().and_then(|event| event.occurred_at);
    Ok(Answer::object()
        .member("source", "event_registry")
        .member("as_of", &as_of)
        .own_page("events", rows, &events)
        .into())
}
