//! Charts of lenders' events over time: liquidations, and absorptions of Compound III.

use crate::chart::{Chart, MAX_POINTS, Point, Series};
use crate::prices::text;
use crate::query::Filter;
use crate::window::Window;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLiquidationCounts, "sql/liquidation_counts.sql");
statement!(warehouse, SelectNewestLiquidation, "sql/newest_liquidation.sql");
statement!(warehouse, SelectAbsorptionCounts, "sql/absorption_counts.sql");
statement!(warehouse, SelectNewestAbsorption, "sql/newest_absorption.sql");

/// Times before every block and after every block: the open ends of a range.
const EARLIEST: Time = Time { microseconds: 0 };
const LATEST: Time = Time { microseconds: 4_102_444_800_000_000 };

const SECOND: u64 = 1_000_000;

/// Liquidations and the accounts that they befell.
pub fn liquidations(filter: Filter) -> Result<Chart, Problem> {
    let Filter { protocol, deployment, chain, window, .. } = filter;
    let chain_id = chain.map(|chain| chain.0);
    let newest = SelectNewestLiquidation {
        chain_id,
        protocol: protocol.clone(),
        deployment: deployment.clone(),
        from: window.from.unwrap_or(EARLIEST),
        to: window.to.unwrap_or(LATEST),
    }
    .query()?;
    let window = window.starting_before(newest.time(0, "block_timestamp"));
    let counts = SelectLiquidationCounts {
        period_seconds: seconds(window),
        chain_id,
        protocol,
        deployment,
        from: window.from.unwrap_or(EARLIEST),
        to: window.to.unwrap_or(LATEST),
    }
    .query()?;
    let series =
        vec![Series::new("liquidations", "Liquidations", "events"), Series::new("accounts", "Accounts", "accounts")];
    Ok(over_time(series, &counts, window, &newest, chain_id))
}

/// Absorptions of accounts, and what the markets valued them at.
pub fn absorptions(filter: Filter) -> Result<Chart, Problem> {
    let Filter { deployment, chain, window, .. } = filter;
    let chain_id = chain.map(|chain| chain.0);
    let newest = SelectNewestAbsorption {
        chain_id,
        deployment: deployment.clone(),
        from: window.from.unwrap_or(EARLIEST),
        to: window.to.unwrap_or(LATEST),
    }
    .query()?;
    let window = window.starting_before(newest.time(0, "block_timestamp"));
    let counts = SelectAbsorptionCounts {
        period_seconds: seconds(window),
        chain_id,
        deployment,
        from: window.from.unwrap_or(EARLIEST),
        to: window.to.unwrap_or(LATEST),
    }
    .query()?;
    let series = vec![
        Series::new("absorptions", "Absorptions of accounts", "events"),
        Series::new("accounts", "Accounts", "accounts"),
        Series::new("debt_usd", "Debt, as the markets valued it", "USD"),
        Series::new("collateral_usd", "Collateral, as the markets valued it", "USD"),
    ];
    Ok(over_time(series, &counts, window, &newest, chain_id))
}

fn seconds(window: Window) -> u64 {
    window.period.length().unsigned_abs() / SECOND
}

/// The series whose keys are columns of `counts`, which come newest first.
fn over_time(
    mut series: Vec<Series>,
    counts: &ResultSet,
    window: Window,
    newest: &ResultSet,
    chain_id: Option<u64>,
) -> Chart {
    let shown = counts.row_count().min(MAX_POINTS);
    for series in &mut series {
        series.points = (0..shown)
            .rev()
            .map(|row| Point::over_time(counts.time(row, "start"), text(counts, row, &series.key)))
            .collect();
    }
    Chart {
        source: "event_logs".to_owned(),
        pool: None,
        series,
        window: Some(window),
        as_of: newest.time(0, "block_timestamp"),
        as_of_block: chain_id.and_then(|_| newest.integer(0, "block_number")),
        is_complete: counts.row_count() <= MAX_POINTS,
    }
}
