//! The bars of one pool.

use crate::pool::{FoundPool, Pool, PriceSource, SelectPool};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectNewestBar, "sql/newest_bar.sql", pool: Address, period: Period);
statement!(warehouse, SelectNewestBarBefore, "sql/newest_bar_before.sql", pool: Address, period: Period);
statement!(warehouse, SelectPriceBars, "sql/price_bars.sql", pool: Address, period: Period);
statement!(warehouse, SelectInvertedPriceBars, "sql/inverted_price_bars.sql", pool: Address, period: Period);

/// The length of a bar.
#[derive(Choice, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Hourly,
    Daily,
}

impl Period {
    /// Days that a series goes back when the caller does not say: both fit into one page of 500 bars.
    pub fn default_days(self) -> i64 {
        match self {
            Period::Hourly => 7,
            Period::Daily => 365,
        }
    }

    /// The end of the bar that starts at `start`.
    fn end_of(self, start: Time) -> Time {
        let seconds = match self {
            Period::Hourly => 3_600,
            Period::Daily => 86_400,
        };
        Time { microseconds: start.microseconds + seconds * 1_000_000 }
    }
}

/// The orientation of prices.
#[derive(Choice, Clone, Copy)]
pub enum Orientation {
    #[choice("token0_per_token1")]
    Token0PerToken1,
    #[choice("token1_per_token0")]
    Token1PerToken0,
}

/// One bar of a price. A period without a price event has no bar.
#[derive(Schema)]
pub struct PriceBar {
    /// The first second of the period.
    pub start: Time,
    /// The first price of the period. Null while a token's decimals are unknown, like every price here.
    #[schema(example = "2271.904618230945571")]
    pub open: Option<DecimalText>,
    /// The highest price of the period.
    #[schema(example = "2290.115482207114928")]
    pub high: Option<DecimalText>,
    /// The lowest price of the period.
    #[schema(example = "2258.440917336205127")]
    pub low: Option<DecimalText>,
    /// The last price of the period.
    #[schema(example = "2272.731949452135310")]
    pub close: Option<DecimalText>,
    /// token0 that changed hands, decimals applied.
    #[schema(example = "190807.009568")]
    pub volume_token0: Option<DecimalText>,
    /// token1 that changed hands, decimals applied.
    #[schema(example = "83.955192604102574218")]
    pub volume_token1: Option<DecimalText>,
    /// Swaps in which both tokens moved; 0 where only the reserves changed. A swap in which nothing moved is no
    /// trade and sets no price; neither does a loan that was repaid in the same token.
    #[schema(example = 42)]
    pub trades: u64,
    /// First block with a price event in the period.
    #[schema(example = 18937381)]
    pub first_block: u64,
    /// Last block with a price event in the period.
    #[schema(example = 18944480)]
    pub last_block: u64,
}

/// The members that every series has.
#[derive(Schema)]
pub struct Series {
    /// The pool whose prices these are.
    #[schema(rows = SelectPool)]
    pub pool: Pool,
    /// The orientation of the prices: `token1_per_token0` when they were asked for inverted.
    pub orientation: Orientation,
    /// The data that the prices were estimated from.
    pub source: PriceSource,
    /// The length of a bar.
    pub period: Period,
    /// Inclusive start of the range; null when the pool has no data.
    #[schema(example = "2024-01-01T00:00:00Z")]
    pub from: Option<Time>,
    /// Exclusive end of the range; null when it is open.
    #[schema(example = "2024-02-01T00:00:00Z")]
    pub to: Option<Time>,
    /// Time of the newest event in the bars below; null without bars.
    pub as_of: Option<Time>,
    /// Block of that event; null without bars.
    #[schema(example = 18944480)]
    pub as_of_block: Option<u64>,
}

/// The bars that are asked for.
#[derive(Clone, Copy)]
pub struct Window {
    pub period: Period,
    pub from: Option<Time>,
    pub to: Option<Time>,
    /// Days back from the end of the newest bar, when `from` is not given, so that 7 days are 7 daily bars; none for all.
    pub days: Option<i64>,
    pub inverted: bool,
}

/// Bars and what there is to say of them.
pub struct FoundSeries {
    pub pool: FoundPool,
    pub bars: ResultSet,
    window: Window,
    from: Option<Time>,
    /// Rows of `bars` that the answer shows.
    shown: usize,
}

/// Reads the bars of `pool`. `shown` is how many rows the answer will show at most.
pub fn find(pool: FoundPool, window: Window, shown: usize) -> Result<FoundSeries, Problem> {
    let (chain_id, address, period) = (pool.chain_id, pool.address.clone(), window.period);
    let from = match (window.from, window.days) {
        (Some(from), _) => Some(from),
        (None, None) => None,
        (None, Some(days)) => {
            let pool = address.clone();
            let newest = match window.to {
                None => SelectNewestBar { chain_id, pool, period }.query()?,
                Some(to) => SelectNewestBarBefore { chain_id, pool, period, to }.query()?,
            };
            newest.time(0, "start").map(|start| window.period.end_of(start).minus_days(days))
        }
    };
    let to = window.to;
    let bars = match window.inverted {
        false => SelectPriceBars { chain_id, pool: address, period, from, to }.query()?,
        true => SelectInvertedPriceBars { chain_id, pool: address, period, from, to }.query()?,
    };
    let shown = bars.row_count().min(shown);
    Ok(FoundSeries { pool, bars, window, from, shown })
}

impl FoundSeries {
    /// Bars that were read elsewhere and are all shown.
    pub fn new(pool: FoundPool, bars: ResultSet, window: Window) -> FoundSeries {
        let shown = bars.row_count();
        FoundSeries { pool, bars, window, from: window.from, shown }
    }

    /// The inclusive start of the range that was read.
    pub fn from(&self) -> Option<Time> {
        self.from
    }

    /// The members of [`Series`]; the bars are the caller's to add.
    pub fn describe(self, object: quarry_sdk::ObjectBuilder) -> (quarry_sdk::ObjectBuilder, ResultSet) {
        let last = self.shown.checked_sub(1);
        let orientation = match self.window.inverted {
            true => Orientation::Token1PerToken0,
            false => Orientation::Token0PerToken1,
        };
        let described = object
            .row("pool", self.pool.description)
            .member("orientation", orientation.word())
            .member("source", self.pool.source.word())
            .member("period", self.window.period.word())
            .member("from", &self.from)
            .member("to", &self.window.to)
            .member("as_of", &last.and_then(|row| self.bars.time(row, "_last_event_at")))
            .member("as_of_block", &last.and_then(|row| self.bars.integer(row, "last_block")));
        (described, self.bars)
    }
}
