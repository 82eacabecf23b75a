//! The choice of rows that somebody else decoded and that are served: those of which no log of ours was decoded.
//!
//! The rows lie in tables of their own; those to be served are copied into the tables of decoded events as rows of
//! `decoded_from` file. Where a log of ours is there, ours is served, and what differs is listed.
//!
//! Always true after a run: each served row of a file has no log of ours, and every row of a file without one is served, as
//! soon as its time and (of swaps) its pool are known.

mod tables;

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::session::Session;
use super::staging::BlockRange;
use quarry_stores::result_set::Value;
use tables::{Target, targets};

const OPERATION: &str = "settling what others decoded";

/// The fate of the rows of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settled {
    /// Rows of this load that are served.
    pub served: u64,
    /// Rows of this load of which a log of ours is served.
    pub decoded_here: u64,
    /// Those of them that say something else than ours.
    pub differing: u64,
}

/// Settles the rows within these blocks, or all rows where no blocks are given.
pub(super) async fn settle(session: &Session, ranges: &[BlockRange], version: u64) -> Result<(), IngestError> {
    // Most warehouses have no rows of files, and the engine knows the number of a table's rows without reading them.
    if session.number(OPERATION, &tables::count_rows_of_files(), &[]).await? == 0 {
        return Ok(());
    }
    let within = within(ranges);
    for target in targets() {
        let source = target.source;
        let sql = format!(
            "SELECT (SELECT count() FROM (SELECT 1 FROM {source} WHERE {within} LIMIT 1)) + \
             (SELECT count() FROM (SELECT 1 FROM {} WHERE decoded_from = 'file' AND {within} LIMIT 1))",
            target.served
        );
        if session.number(OPERATION, &sql, &[]).await? > 0 {
            settle_table(session, target, &within, version).await?;
        }
    }
    Ok(())
}

async fn settle_table(session: &Session, target: &Target, within: &str, version: u64) -> Result<(), IngestError> {
    let parameters = [("version", Value::UInt64(version))];
    session.execute(OPERATION, &target.insert_wanted(within), &parameters).await?;
    session.execute(OPERATION, &target.take_back(within), &parameters).await?;
    session.execute(OPERATION, &target.forget_differences(within), &parameters).await?;
    session.execute(OPERATION, &target.list_differences(within), &parameters).await
}

/// The fate of the rows of a load.
pub(super) async fn outcome(session: &Session, kind: DatasetKind, load: u64) -> Result<Settled, IngestError> {
    if !kind.is_decoded_elsewhere() {
        return Ok(Settled::default());
    }
    let mut settled = Settled::default();
    let parameters = [("load", Value::UInt64(load)), ("dataset", Value::Text(kind.name().to_owned()))];
    for target in targets().iter().filter(|target| target.source == kind.table()) {
        settled.served += session.number(OPERATION, &target.count_served(), &parameters).await?;
        settled.decoded_here += session.number(OPERATION, &target.count_matched(), &parameters).await?;
    }
    let sql = "SELECT count() FROM decoded_differences FINAL WHERE load = {load:UInt64} AND dataset = {dataset:String}";
    settled.differing = session.number(OPERATION, sql, &parameters).await?;
    Ok(settled)
}

/// The rows within these blocks, as a condition of numbers of the warehouse's own.
fn within(ranges: &[BlockRange]) -> String {
    if ranges.is_empty() {
        return "1".to_owned();
    }
    let each: Vec<_> = ranges
        .iter()
        .map(|range| {
            let BlockRange { chain_id, first_block, last_block } = range;
            format!("chain_id = {chain_id} AND block_number BETWEEN {first_block} AND {last_block}")
        })
        .collect();
    format!("({})", each.join(" OR "))
}
