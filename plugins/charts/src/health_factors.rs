//! The chart of health factors: how many accounts are how far from liquidation at a snapshot.

use crate::chart::{Chart, Point, Series};
use crate::prices::text;
use crate::query::Filter;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectNearestSnapshot, "sql/nearest_snapshot.sql");
statement!(warehouse, SelectSnapshotChains, "sql/snapshot_chains.sql");
statement!(warehouse, SelectHealthFactorClasses, "sql/health_factor_classes.sql");

/// The classes, as the statement numbers them from 0; the last are accounts without a health factor, which owe nothing.
const CLASSES: [&str; 9] = ["0-1", "1-1.05", "1.05-1.1", "1.1-1.25", "1.25-1.5", "1.5-2", "2-5", "5-", "without"];

/// Accounts, collateral and debt by class, at the newest snapshot at or before the asked block.
pub fn chart(filter: Filter) -> Result<Chart, Problem> {
    let chain_id = filter.chain.map(|chain| chain.0);
    if let (None, Some(block)) = (chain_id, filter.block) {
        refuse_several_chains(block, filter.protocol.clone())?;
    }
    let snapshot =
        SelectNearestSnapshot { block: filter.block, chain_id, protocol: filter.protocol.clone() }.query()?;
    let mut series = vec![
        Series::new("accounts", "Accounts", "accounts"),
        Series::new("collateral_usd", "Collateral", "USD"),
        Series::new("debt_usd", "Debt", "USD"),
    ];
    let number = |column| snapshot.integer(0, column).and_then(|number| u64::try_from(number).ok());
    if let (Some(chain_id), Some(block_number)) = (number("chain_id"), number("block_number")) {
        let classes = SelectHealthFactorClasses { chain_id, block_number, protocol: filter.protocol }.query()?;
        for series in &mut series {
            series.points = points(&classes, &series.key);
        }
    }
    Ok(Chart {
        source: "snapshots".to_owned(),
        pool: None,
        series,
        window: None,
        as_of: snapshot.time(0, "block_timestamp"),
        as_of_block: snapshot.integer(0, "block_number"),
        is_complete: true,
    })
}

/// A block number means something on one chain only.
fn refuse_several_chains(block: u64, protocol: Option<String>) -> Result<(), Problem> {
    let rows = SelectSnapshotChains { protocol }.query()?;
    let chains: Vec<String> = (0..rows.row_count()).filter_map(|row| rows.text(row, "chain")).collect();
    match chains.len() {
        0 | 1 => Ok(()),
        _ => Err(Problem::invalid_parameter(
            "chain",
            format!(
                "Several chains have snapshots and each counts its own blocks: pass chain with block {block}, one of {}.",
                chains.join(", ")
            ),
        )
        .with("chains", chains)),
    }
}

/// A class in which there is no account has no point.
fn points(classes: &ResultSet, column: &str) -> Vec<Point> {
    let point = |row| {
        let class = usize::try_from(classes.integer(row, "class")?).ok()?;
        let name = CLASSES.get(class)?;
        Some(Point { at: None, class: Some((*name).to_owned()), value: text(classes, row, column) })
    };
    (0..classes.row_count()).filter_map(point).collect()
}
