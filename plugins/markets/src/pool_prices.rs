//! `GET /pools/{address}/prices`.

use crate::pool::{self};
use crate::series::{self, Period, PriceBar, SelectPriceBars, Series, Window};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PoolPricesQuery {
    /// The pool's address.
    #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    address: Address,
    /// The length of a bar.
    #[parameter(default = "daily", example = "hourly")]
    period: Period,
    /// Only bars that start at or after this day or time. Without it: 7 days by the hour, 365 by the day, before `to` or
    /// the newest bar.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only bars that start before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
    /// The pool's chain, slug or id; needed when the address is a pool on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

#[derive(Schema)]
pub struct PoolPrices {
    #[schema(flatten)]
    pub series: Series,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Bars, the oldest first.
    #[schema(rows = SelectPriceBars)]
    pub bars: Vec<PriceBar>,
}

/// OHLC and volume bars of one pool
///
/// Prices are token0 per token1 and the body says so. They are estimated from on-chain events: a V2 pool's reserves
/// after each `Sync`, a V3 pool's price after each `Swap`. A period without such an event has no bar.
#[endpoint(
    get = "/pools/{address}/prices", key = "read", module = "prices", answers = everyone, paged = 500,
    tool(
        name = "get_price_bars",
        description = "Open, high, low and close prices and volumes of one pool, by hour or day. Prices are token0 per token1."
    ),
    body = PoolPrices
)]
pub fn get_pool_prices(request: &Request, query: PoolPricesQuery) -> Result<Answer, Problem> {
    let pool = pool::find(query.address, query.chain)?;
    let window = Window {
        period: query.period,
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
        days: Some(query.period.default_days()),
        inverted: false,
    };
    let (object, bars) = series::find(pool, window, request.page_size())?.describe(Answer::object());
    Ok(object.page("bars", bars).into())
}
