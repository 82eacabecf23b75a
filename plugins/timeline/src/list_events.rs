//! `GET /events`.

use crate::page::{self, Events, Filter};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct EventsQuery {
    /// Only events of this category.
    #[parameter(example = "exploit")]
    category: Option<EventCategory>,
    /// Only events of this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Only events at or after this day or time.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only events before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
}

/// The sourced event registry (the timeline)
///
/// Lists events, the newest first, each with its sources and transactions. An event whose day is unknown comes last, and never when
/// `from` or `to` is given.
#[endpoint(get = "/events", key = "read", module = "timeline", answers = everyone, paged, body = Events)]
pub fn list_events(request: &Request, query: EventsQuery) -> Result<Answer, Problem> {
    let EventsQuery { category, chain, from, to } = query;
    page::answer(request, Filter { category, chain, from, to, verified: None })
}
