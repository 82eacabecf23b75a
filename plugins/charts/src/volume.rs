//! The chart of what was traded: of one pool in its tokens, of several in swaps, which alone can be added up.

use crate::chart::{Chart, MAX_POINTS, Point, Series};
use crate::pool;
use crate::prices::{of_bars, text};
use crate::query::Filter;
use crate::window::{Period, Window};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectActivity, "sql/activity.sql", period: Period);
statement!(warehouse, SelectNewestActivity, "sql/newest_activity.sql", period: Period);

/// Volumes and swaps of a pool; without one, swaps and active pools.
pub fn chart(filter: Filter) -> Result<Chart, Problem> {
    if let Some(address) = filter.pool {
        let pool = pool::find(address, filter.chain)?;
        let series = vec![
            Series::new("volume_token0", "Volume of token0", &pool.symbols[0]),
            Series::new("volume_token1", "Volume of token1", &pool.symbols[1]),
            Series::new("trades", "Swaps", "swaps"),
        ];
        return of_bars(pool, filter.window, series);
    }
    let chain_id = filter.chain.map(|chain| chain.0);
    activity(chain_id, filter.protocol, filter.window)
}

fn activity(chain_id: Option<u64>, protocol: Option<String>, window: Window) -> Result<Chart, Problem> {
    let period = window.period;
    let window = match window.from {
        Some(_) => window,
        None => {
            let newest = SelectNewestActivity { chain_id, protocol: protocol.clone(), period, to: window.to };
            window.starting_before(newest.query()?.time(0, "start"))
        }
    };
    let rows = SelectActivity { chain_id, protocol, period, from: window.from, to: window.to }.query()?;
    let shown = rows.row_count().min(MAX_POINTS);
    let mut series = vec![Series::new("trades", "Swaps", "swaps"), Series::new("pools", "Pools with a swap", "pools")];
    for series in &mut series {
        series.points = (0..shown)
            .rev()
            .map(|row| Point::over_time(rows.time(row, "start"), text(&rows, row, &series.key)))
            .collect();
    }
    Ok(Chart {
        source: "price_bars".to_owned(),
        pool: None,
        series,
        window: Some(window),
        as_of: rows.time(0, "last_event_at"),
        as_of_block: chain_id.and_then(|_| rows.integer(0, "last_block")),
        is_complete: rows.row_count() <= MAX_POINTS,
    })
}
