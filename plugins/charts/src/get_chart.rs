//! `GET /charts/{source}`.

use crate::chart::Series;
use crate::markers::{self, Marker};
use crate::modules::{self};
use crate::pool::{Pool, SelectPool};
use crate::window::{Period, Window};
use crate::{applicable, events, health_factors, lending, prices, volume};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

/// The subject of a chart.
#[derive(Choice, Clone, Copy, PartialEq, Eq)]
pub enum ChartSource {
    Prices,
    Volume,
    Liquidations,
    HealthFactors,
    Absorptions,
    Events,
}

#[derive(Parameters)]
pub struct ChartQuery {
    /// The subject of the chart.
    #[parameter(path, example = "volume")]
    pub source: ChartSource,
    /// Only this protocol, such as `uniswap_v3` or `aave_v3`: of `volume` without a pool, `liquidations` and `health_factors`.
    #[parameter(max_length = 60)]
    pub protocol: Option<String>,
    /// Only the contracts of this lending deployment, by its slug, such as `aave-v3`: of `liquidations` and `absorptions`.
    #[parameter(max_length = 60)]
    pub deployment: Option<String>,
    /// Of `health_factors`: the newest snapshot at or before this block, such as 18944480.
    #[parameter(minimum = 0)]
    pub block: Option<i64>,
    /// The pool's address: of `prices` always, of `volume` for the volume of one pool.
    #[parameter(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Option<Address>,
    /// Only this chain, slug or id; needed when the pool's address is one on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// The distance between the points.
    #[parameter(default = "daily", example = "hourly")]
    period: Period,
    /// Only points that start at or after this day or time. Without it: 7 days by the hour, 365 by the day, before the
    /// newest data.
    #[parameter(example = "2024-01-01")]
    pub from: Option<TimeFrom>,
    /// Only points that start before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    pub to: Option<TimeTo>,
    /// Only events of this category: markers, and the counts of `events`.
    pub category: Option<EventCategory>,
    /// True to add events of the timeline within the range as markers.
    #[parameter(example = "true")]
    pub events: Option<bool>,
}

/// The filters of a chart, as its sources take them.
pub struct Filter {
    pub protocol: Option<String>,
    pub deployment: Option<String>,
    pub block: Option<u64>,
    pub pool: Option<Address>,
    pub chain: Option<Chain>,
    pub category: Option<String>,
    pub window: Window,
}

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
#[endpoint(get = "/charts/{source}", key = "read", module = "charts", body = ChartBody)]
pub fn get_chart(query: ChartQuery) -> Result<Answer, Problem> {
    let switches = modules::switches(query.source)?;
    applicable::check(&query)?;
    let filter = Filter {
        protocol: query.protocol,
        deployment: query.deployment,
        block: query.block.map(i64::unsigned_abs),
        pool: query.pool,
        chain: query.chain,
        category: query.category.map(|category| category.word().to_owned()),
        window: Window { period: query.period, from: query.from.map(|from| from.0), to: query.to.map(|to| to.0) },
    };
    let (chain, category) = (filter.chain, filter.category.clone());
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
    Ok(chart.answer(query.source.word(), query.period.word(), &shown))
}
