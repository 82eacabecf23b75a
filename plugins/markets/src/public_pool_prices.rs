//! `GET /public/prices/{address}`.

use crate::pool::{self};
use crate::series::{self, Period, PriceBar, SelectInvertedPriceBars, SelectPriceBars, Series, Window};
use quarry_sdk::prelude::*;

/// The range of time of a chart.
#[derive(Choice, Clone, Copy)]
pub enum Range {
    #[choice("24h")]
    Day,
    #[choice("7d")]
    Week,
    #[choice("30d")]
    Month,
    #[choice("90d")]
    Quarter,
    #[choice("1y")]
    Year,
    All,
}

impl Range {
    fn days(self) -> Option<i64> {
        match self {
            Range::Day => Some(1),
            Range::Week => Some(7),
            Range::Month => Some(30),
            Range::Quarter => Some(90),
            Range::Year => Some(365),
            Range::All => None,
        }
    }
}

#[derive(Parameters)]
pub struct PublicPoolPricesQuery {
    /// The pool's address.
    #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    address: Address,
    /// The length of a bar.
    #[parameter(default = "daily", example = "hourly")]
    period: Period,
    /// The time back from the end of the newest bar, when `from` is not given.
    #[parameter(example = "30d")]
    range: Option<Range>,
    /// Only bars that start at or after this day or time.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only bars that start before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
    /// True for prices as token1 per token0; high and low change places.
    #[parameter(example = "false")]
    invert: Option<bool>,
    /// Up to four further pools, by address, separated by commas; on the same chain.
    #[parameter(max_items = 4, example = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8")]
    compare: Option<AddressList>,
    /// The pool's chain, slug or id; needed when the address is a pool on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// A pool that the first one is compared with.
#[derive(Schema)]
pub struct ComparedSeries {
    #[schema(flatten)]
    pub series: Series,
    /// Bars, the oldest first, at most 500.
    #[schema(rows = SelectComparedPriceBars)]
    pub bars: Vec<PriceBar>,
}

#[derive(Schema)]
pub struct PublicPoolPrices {
    #[schema(flatten)]
    pub series: Series,
    /// Compared series in the order of `compare`; empty without it.
    pub comparisons: Vec<ComparedSeries>,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Bars, the oldest first.
    #[schema(rows = [SelectPriceBars, SelectInvertedPriceBars])]
    pub bars: Vec<PriceBar>,
}

statement!(warehouse, SelectComparedPriceBars, "sql/compared_price_bars.sql", pool: Address, period: Period);

/// The price page of one pool: OHLC and volume bars, with up to four pools beside it
///
/// Gives the pool's price bars; left out, `from` and `range` are the last 7 days by the hour and the last 365 by the day. Comparisons carry
/// at most 500 bars each, of the same window as the first page.
#[endpoint(
    get = "/public/prices/{address}", keyless, module = "prices", rate_weight = 3, paged = 500, body = PublicPoolPrices
)]
pub fn get_public_pool_prices(request: &Request, query: PublicPoolPricesQuery) -> Result<Answer, Problem> {
    let pool = pool::find(query.address, query.chain)?;
    let chain = Chain(pool.chain_id);
    let window = Window {
        period: query.period,
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
        days: query.range.map_or(Some(query.period.default_days()), Range::days),
        inverted: query.invert.unwrap_or(false),
    };
    let found = series::find(pool, window, request.page_size())?;
    let compared = Window { from: found.from(), days: None, ..window };
    let comparisons = query
        .compare
        .map(|addresses| addresses.0)
        .unwrap_or_default()
        .into_iter()
        .map(|address| compare(address, chain, compared))
        .collect::<Result<Vec<_>, Problem>>()?;
    let (object, bars) = found.describe(Answer::object());
    Ok(object.objects("comparisons", comparisons).page("bars", bars).into())
}

fn compare(address: Address, chain: Chain, window: Window) -> Result<quarry_sdk::ObjectBuilder, Problem> {
    let hex = address.to_hex();
    let pool = pool::find(address, Some(chain)).map_err(|problem| match problem.status() {
        404 => Problem::invalid_parameter(
            "compare",
            format!("No tracked pool has the address {hex} on chain {}.", chain.0),
        ),
        _ => problem,
    })?;
    let bars = SelectComparedPriceBars {
        chain_id: pool.chain_id,
        pool: pool.address.clone(),
        period: window.period,
        inverted: window.inverted,
        from: window.from,
        to: window.to,
    }
    .query()?;
    let (object, bars) = series::FoundSeries::new(pool, bars, window).describe(Answer::object());
    Ok(object.rows("bars", bars))
}
