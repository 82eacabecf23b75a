//! `GET /pool-bars-csv/{address}`

use crate::pool;
use crate::table;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectBars, "sql/bars.sql");

/// More than a year by the hour.
const MOST_BARS: usize = 10_000;

/// The time for which a file stays: longer than anybody takes to load it.
const KEPT_SECONDS: u64 = 600;

/// The length of a bar.
#[derive(Choice, Clone, Copy)]
pub enum Period {
    Hourly,
    Daily,
}

#[derive(Parameters)]
pub struct BarsQuery {
    /// The pool's address.
    #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    address: Address,
    /// The length of a bar.
    #[parameter(default = "daily", example = "hourly")]
    period: Period,
    /// Only bars that start at or after this day or time.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only bars that start before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
    /// The pool's chain, slug or id; needed when the address is a pool on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// Price bars of a pool, as CSV
///
/// RFC 4180 with a line of names, oldest bar first. Prices are token0 per token1, times are UTC, and what is unknown is an
/// empty field. The file has all bars of the range or is refused: it is never cut off.
#[endpoint(
    get = "/pool-bars-csv/{address}",
    key = "read",
    module = "prices",
    object = "text/csv",
    writes = "The file is stored for ten minutes, so that the host can stream it.",
    refuses(422, "too_many_bars", "The range has more than 10,000 bars: ask for a shorter one with `from` and `to`.")
)]
pub fn get_pool_bars_csv(query: BarsQuery) -> Result<Answer, Problem> {
    let pool = pool::find(&query.address, query.chain)?;
    let (from, to) = (query.from.map(|from| from.0), query.to.map(|to| to.0));
    let (address, period) = (query.address.to_hex(), query.period.word());
    let bars = SelectBars {
        chain_id: pool.chain_id,
        pool: query.address.0,
        period: period.to_owned(),
        from,
        to,
        most: MOST_BARS as u64 + 1,
    }
    .query()?;
    if bars.row_count() > MOST_BARS {
        let sentence = format!("The range has more than {MOST_BARS} bars: ask for a shorter one with `from` and `to`.");
        return Err(Problem::new(422, "too_many_bars", sentence).with("max_rows", MOST_BARS));
    }
    let file = table::write(&bars).map_err(|error| Problem::new(503, "plugin_failed", error.to_string()))?;
    let end = |time: Option<Time>| time.map_or("open".to_owned(), |time| time.microseconds.to_string());
    // The same range of the same pool is the same object: a second request replaces it.
    let key = format!("{}/{address}/{period}/{}.{}.csv", pool.chain_id, end(from), end(to));
    let stored = objects::put(&key, table::MEDIA_TYPE, &file, Some(KEPT_SECONDS))?;
    Ok(Answer::object_body(&stored, Some(&format!("{}-{address}-{period}.csv", pool.chain))))
}
