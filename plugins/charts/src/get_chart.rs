//! `GET /charts/{source}`.

use crate::chart::Series;
use crate::markers::{self, Marker};
use crate::pool::{Pool, SelectPool};
use crate::query::{ChartQuery, ChartSource, Filter};
use crate::window::{Period, Window};
use crate::{applicable, events, health_factors, lending, modules, prices, volume};
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct ChartBody {
    /// The subject of the chart.
    pub chart: ChartSource,
    /// The data that the figures were made of: `v2_reserves`, `v3_swaps`, `price_bars` (of several pools), `event_logs`,
    /// `snapshots`, `event_registry`.
    #[schema(example = "v2_reserves")]
    pub source: String,
    /// The pool that the chart is of; null when it is of several.
    #[schema(rows = SelectPool)]
    pub pool: Option<Pool>,
    /// The orientation of its prices; null of a chart of anything else.
    pub orientation: Option<PriceOrientation>,
    /// The distance between the points.
    pub period: Period,
    /// Inclusive start of the range; null when it is open.
    #[schema(example = "2024-01-01T00:00:00Z")]
    pub from: Option<Time>,
    /// Exclusive end of the range; null when it is open.
    #[schema(example = "2024-02-01T00:00:00Z")]
    pub to: Option<Time>,
    /// Time of the newest data in the series; null without any.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18944480)]
    pub as_of_block: Option<u64>,
    /// True when the series has every point of the range; false when it has more than 500, of which the newest are shown.
    pub complete: bool,
    /// One for each line of the chart.
    pub series: Vec<Series>,
    /// Events of the range, newest first, at most 500; empty unless `events` is true.
    pub events: Vec<Marker>,
}

/// The series behind a research chart
///
/// `prices`: open, high, low and close of a pool, token0 per token1. `volume`: both volumes and the swaps of a pool, or
/// without one the swaps and active pools of a protocol, a chain or all. `liquidations`, `absorptions`: events of lenders
/// and the accounts that they befell, absorptions with what the markets valued them at. `health_factors`: accounts,
/// collateral and debt of the nearest snapshot by class of health factor. `events`: events of the timeline by category.
/// A series has at most 500 points. A parameter that a source has no use for is a 422 that names it.
#[endpoint(get = "/charts/{source}", key = "read", module = "charts", answers = everyone, body = ChartBody)]
pub fn get_chart(query: ChartQuery) -> Result<Answer, Problem> {
    let switches = modules::switches(query.source)?;
    applicable::check(&query)?;
    let filter = Filter {
        protocol: query.protocol,
        deployment: query.deployment,
        block: query.block.map(i64::unsigned_abs),
        pool: query.pool,
        chain: query.chain,
        category: query.category,
        window: Window { period: query.period, from: query.from.map(|from| from.0), to: query.to.map(|to| to.0) },
    };
    let (chain, category) = (filter.chain, filter.category);
    let chart = match query.source {
        ChartSource::Prices => prices::chart(filter)?,
        ChartSource::Volume => volume::chart(filter)?,
        ChartSource::Liquidations => lending::liquidations(filter)?,
        ChartSource::HealthFactors => health_factors::chart(filter)?,
        ChartSource::Absorptions => lending::absorptions(filter)?,
        ChartSource::Events => events::chart(filter)?,
    };
    let shown = match (query.events, chart.window) {
        (Some(true), Some(window)) if switches.has_timeline => markers::within(window, chain, category)?,
        _ => Vec::new(),
    };
    let orientation = (query.source == ChartSource::Prices).then_some(PriceOrientation::Token0PerToken1);
    Ok(chart.answer(query.source.word(), orientation, query.period.word(), &shown))
}
