//! `GET /public/explorer/events/{topic}`.

use crate::lens::{Lens, LensKind};
use crate::lens_page::{self, LensMembers};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct EventLensQuery {
    /// The event's topic: the hash of its signature.
    #[parameter(path, example = "0x298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52")]
    topic: Hash,
    /// The chain, slug or id; needed when the event has logs on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Only logs of this block and later ones.
    #[parameter(minimum = 0, example = "23400000")]
    block_from: Option<i64>,
    /// Only logs of this block and earlier ones.
    #[parameter(minimum = 0, example = "23500000")]
    block_to: Option<i64>,
    /// Only logs of this day or time and later ones.
    #[parameter(example = "2025-09-01")]
    date_from: Option<TimeFrom>,
    /// Only logs before this time, or up to the end of this day.
    #[parameter(example = "2025-09-30")]
    date_to: Option<TimeTo>,
}

/// The lens of an event.
#[derive(Schema)]
pub struct EventLens {
    #[schema(flatten)]
    pub lens: LensMembers,
}

/// The logs of an event from all contracts, newest first
///
/// Raw and whole, and decoded where the event is known. A page examines at most 200,000 rows, as the lens of an address
/// does.
#[endpoint(
    get = "/public/explorer/events/{topic}", keyless, module = "explorer", paged, both_ways, rate = explorer_lens,
    body = EventLens
)]
pub fn get_event_lens(request: &Request, query: EventLensQuery) -> Result<Answer, Problem> {
    let name = format!("The event {}", query.topic.to_hex());
    let lens = Lens {
        kind: LensKind::Topic,
        subject: query.topic.0,
        name,
        chain: query.chain,
        block_from: query.block_from.map(i64::unsigned_abs),
        block_to: query.block_to.map(i64::unsigned_abs),
        date_from: query.date_from.map(|from| from.0),
        date_to: query.date_to.map(|to| to.0),
        topic0: None,
    };
    lens_page::page(request, lens)
}
