//! Events of the timeline beside a chart.

use crate::window::Window;
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

statement!(app_store, SelectMarkers, "sql/markers.sql", category: EventCategory);

/// An event beside a chart; `GET /public/timeline/{id}` has its provenance.
#[derive(Row, Schema, Serialize)]
pub struct Marker {
    /// The event's id.
    #[schema(example = 17)]
    pub id: i64,
    /// The kind of the event.
    pub category: EventCategory,
    /// The event's title; null when its registry gives none.
    #[schema(example = "LendfMe - ERC777 Reentrancy")]
    pub title: Option<String>,
    /// The time at which it happened; the start of the day where only the day is known.
    #[schema(example = "2020-04-19T00:00:00Z")]
    pub occurred_at: Time,
    /// Slug of the chain, or its id where it has no slug; null when it happened on none or is not known.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// The block that the event belongs to, as its registry says.
    #[schema(example = 9899725)]
    pub block_number: Option<i64>,
    /// True when a person checked the event against its sources.
    pub verified: bool,
}

/// The events of the range: of the chain, where one is meant, and of no chain.
pub fn within(window: Window, chain: Option<Chain>, category: Option<EventCategory>) -> Result<Vec<Marker>, Problem> {
    SelectMarkers { category, chain_id: chain_id(chain)?, from: window.from, to: window.to }.all()
}

/// The app store keeps chain ids as signed numbers.
pub fn chain_id(chain: Option<Chain>) -> Result<Option<i64>, Problem> {
    let converted = chain.map(|chain| i64::try_from(chain.0)).transpose();
    converted.map_err(|_| Problem::invalid_parameter("chain", "The parameter \"chain\" is not a chain's id."))
}
