//! The chart of a pool's prices.

use crate::chart::{Chart, MAX_POINTS, Point, Series};
use crate::pool::{self, FoundPool};
use crate::query::Filter;
use crate::window::{Period, Window};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectPoolBars, "sql/pool_bars.sql", pool: Address, period: Period);
statement!(warehouse, SelectNewestBar, "sql/newest_bar.sql", pool: Address, period: Period);

/// Open, high, low and close, token0 per token1.
pub fn chart(filter: Filter) -> Result<Chart, Problem> {
    let Some(address) = filter.pool else {
        let detail = "The chart prices is of one pool: pass pool; GET /pairs lists the pools.";
        return Err(Problem::invalid_parameter("pool", detail));
    };
    let pool = pool::find(address, filter.chain)?;
    let unit = pool.symbols.join(" per ");
    let series = [("open", "Open"), ("high", "High"), ("low", "Low"), ("close", "Close")]
        .map(|(key, name)| Series::new(key, name, &unit));
    of_bars(pool, filter.window, series.into())
}

/// The series of a pool's bars whose keys are columns of the bars.
pub fn of_bars(pool: FoundPool, window: Window, mut series: Vec<Series>) -> Result<Chart, Problem> {
    let (chain_id, address, period) = (pool.chain_id, pool.address.clone(), window.period);
    let window = match window.from {
        Some(_) => window,
        None => {
            let newest = SelectNewestBar { chain_id, pool: address.clone(), period, to: window.to }.query()?;
            window.starting_before(newest.time(0, "start"))
        }
    };
    let bars = SelectPoolBars { chain_id, pool: address, period, from: window.from, to: window.to }.query()?;
    let shown = bars.row_count().min(MAX_POINTS);
    for series in &mut series {
        // The newest bar is read first.
        series.points = (0..shown)
            .rev()
            .map(|row| Point::over_time(bars.time(row, "start"), text(&bars, row, &series.key)))
            .collect();
    }
    Ok(Chart {
        source: pool.source,
        pool: Some(pool.description),
        series,
        window: Some(window),
        as_of: bars.time(0, "last_event_at"),
        as_of_block: bars.integer(0, "last_block"),
        is_complete: bars.row_count() <= MAX_POINTS,
    })
}

/// A figure as text, whether the column is text or a count.
pub fn text(rows: &ResultSet, row: usize, column: &str) -> Option<String> {
    rows.text(row, column).or_else(|| rows.integer(row, column).map(|count| count.to_string()))
}
