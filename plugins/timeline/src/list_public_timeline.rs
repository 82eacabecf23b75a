//! `GET /public/timeline`.

use crate::page::{self, Events, Filter};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PublicTimelineQuery {
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
    /// Only events that somebody checked against their sources, or only those that nobody did.
    #[parameter(example = "true")]
    verified: Option<bool>,
}

/// The timeline: chain events with their provenance, newest first
///
/// The keyless twin of `GET /events`.
#[endpoint(get = "/public/timeline", keyless, module = "timeline", paged, body = Events)]
pub fn list_public_timeline(request: &Request, query: PublicTimelineQuery) -> Result<Answer, Problem> {
    let PublicTimelineQuery { category, chain, from, to, verified } = query;
    page::answer(request, Filter { category, chain, from, to, verified })
}
