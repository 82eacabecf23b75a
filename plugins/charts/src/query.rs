//! The parameters of a chart, and the filters that its sources take of them.

use crate::window::{Period, Window};
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
    /// Only the newest snapshot at or before this block, such as 18944480, for `health_factors`.
    #[parameter(minimum = 0)]
    pub block: Option<i64>,
    /// The pool's address: of `prices` always, of `volume` for the volume of one pool.
    #[parameter(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Option<Address>,
    /// Only this chain, slug or id; needed when the pool's address is one on several chains.
    #[parameter(example = "ethereum")]
    pub chain: Option<Chain>,
    /// The distance between the points.
    #[parameter(default = "daily", example = "hourly")]
    pub period: Period,
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
    pub category: Option<EventCategory>,
    pub window: Window,
}
