//! `GET /public/tracking/{slug}/liquidations`.

use crate::deployment::{self, DeploymentHead};
use crate::liquidation::{self, Filter, SelectLiquidations};
use crate::range::{AskedWindow, Range};
use quarry_liquidation_records::Liquidation;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct TrackingLiquidationsQuery {
    /// The deployment's slug.
    #[parameter(path, max_length = 64, example = "aave-v3")]
    slug: String,
    /// Only on this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Only where this token was taken or repaid: a symbol or an address.
    #[parameter(example = "WETH")]
    symbol: Option<Token>,
    /// Only at or after this day or time.
    #[parameter(example = "2026-09-01")]
    from: Option<TimeFrom>,
    /// Only before this time, or on or before this day.
    #[parameter(example = "2026-10-31")]
    to: Option<TimeTo>,
    /// The time back from the newest event, when `from` is not given.
    #[parameter(default = "all", example = "30d")]
    range: Range,
}

#[derive(Schema)]
pub struct TrackingLiquidations {
    #[schema(flatten)]
    pub head: DeploymentHead,
    /// Time of the newest liquidation in this page; null when it is empty.
    pub as_of: Option<Time>,
    /// Block of that liquidation, where one chain is meant; else null.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `event_logs`: decoded from the logs of the lending contracts.
    #[schema(example = "event_logs")]
    pub source: String,
    /// Liquidations that match, on all pages together.
    #[schema(example = 1234)]
    pub matching: u64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Liquidations, the newest first.
    #[schema(rows = SelectLiquidations)]
    pub liquidations: Vec<Liquidation>,
}

/// Liquidations in a lending deployment, newest first
///
/// Compound III has absorptions instead: `GET /absorptions` lists them, and this list is empty. A walk by cursor keeps the
/// range of its first page.
#[endpoint(
    get = "/public/tracking/{slug}/liquidations", keyless, module = "lending", rate_weight = 4, paged,
    body = TrackingLiquidations
)]
pub fn list_tracking_liquidations(request: &Request, query: TrackingLiquidationsQuery) -> Result<Answer, Problem> {
    let TrackingLiquidationsQuery { slug, chain, symbol, from, to, range } = query;
    let deployment = deployment::find(slug.clone(), chain)?;
    let (from, to) = match (request.pinned("from"), request.pinned("to")) {
        (Some(Value::Timestamp(from)), Some(Value::Timestamp(to))) => {
            (Time { microseconds: *from }, Time { microseconds: *to })
        }
        _ => AskedWindow { chain, range, from, to }.resolve(&deployment)?,
    };
    let filter = Filter {
        from,
        to,
        // The only chain changes no row, and says that the block of the newest one means something.
        chain: chain.or(deployment.only_chain),
        slug: Some(slug),
        side: symbol,
        ..Filter::default()
    };
    Ok(liquidation::add_page(deployment.head(), filter)?
        .pin("from", Value::Timestamp(from.microseconds))
        .pin("to", Value::Timestamp(to.microseconds))
        .into())
}
