//! What an ingest did, for people and for tests.

use std::fmt;
use std::time::Duration;

use super::dataset::DatasetKind;
use super::error::{BadRow, BadRowList, IngestError};
use super::session::Session;
use crate::stores::result_set::Value;

/// The outcome of one file.
#[derive(Debug, Clone)]
pub struct IngestSummary {
    pub dataset: DatasetKind,
    /// File name as given, or the name a stream was given.
    pub name: String,
    /// Rows in the file.
    pub rows_read: u64,
    /// Rows now in the dataset's table.
    pub rows_loaded: u64,
    /// Rows refused, where the caller wanted the others loaded.
    pub rows_bad: u64,
    /// The first of them, by line.
    pub bad_rows: Vec<BadRow>,
    /// Events decoded in this run: of this file's logs, or of earlier logs that this file gave a time.
    pub decoded: DecodedEvents,
    /// Logs of this file that carry a known event's topic and not its shape.
    pub undecoded: u64,
    /// Rows of this file that wait for their block's time: kept and not yet decoded.
    pub waiting_for_block: u64,
    /// Blocks that replaced an earlier version of themselves.
    pub blocks_replaced: u64,
    /// Bars written, removed ones included.
    pub bars_recomputed: u64,
    pub duration: Duration,
}

/// Decoded events by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecodedEvents {
    pub v2_syncs: u64,
    pub v2_swaps: u64,
    pub v3_swaps: u64,
    /// Aave's and Compound V2's.
    pub liquidations: u64,
    /// Compound III's, of debt and of collateral.
    pub absorptions: u64,
}

/// What the tables say of a run.
pub(super) struct Outcome {
    pub(super) decoded: DecodedEvents,
    pub(super) undecoded: u64,
    pub(super) waiting_for_block: u64,
}

/// Counts what the rows of `version` became.
pub(super) async fn outcome(session: &Session, kind: DatasetKind, version: u64) -> Result<Outcome, IngestError> {
    let waiting = match kind {
        DatasetKind::Logs | DatasetKind::Transactions => kind.table(),
        _ => "logs",
    };
    let sql = format!(
        "SELECT \
         (SELECT count() FROM v2_syncs WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM v2_swaps WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM v3_swaps WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM liquidations WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM absorptions WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM undecoded_logs WHERE version = {{version:UInt64}} AND is_deleted = 0), \
         (SELECT count() FROM {waiting} WHERE version = {{version:UInt64}} AND isNull(block_timestamp))"
    );
    let rows = session.rows("counting what was decoded", &sql, &[("version", Value::UInt64(version))]).await?;
    Ok(Outcome {
        decoded: DecodedEvents {
            v2_syncs: rows.number(0, 0)?,
            v2_swaps: rows.number(0, 1)?,
            v3_swaps: rows.number(0, 2)?,
            liquidations: rows.number(0, 3)?,
            absorptions: rows.number(0, 4)?,
        },
        undecoded: rows.number(0, 5)?,
        waiting_for_block: rows.number(0, 6)?,
    })
}

impl IngestSummary {
    /// Rows read a second, over the whole run.
    pub fn rows_per_second(&self) -> f64 {
        self.rows_read as f64 / self.duration.as_secs_f64().max(1e-9)
    }
}

impl fmt::Display for IngestSummary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{}: {} {} loaded in {:.1} s ({:.0} rows/s)",
            self.name,
            self.rows_loaded,
            self.dataset,
            self.duration.as_secs_f64(),
            self.rows_per_second()
        )?;
        if self.rows_bad > 0 {
            writeln!(
                formatter,
                "  bad rows skipped    {}\n{}",
                self.rows_bad,
                BadRowList(&self.bad_rows, self.rows_bad)
            )?;
        }
        let counts = [
            ("V2 Sync decoded", self.decoded.v2_syncs),
            ("V2 Swap decoded", self.decoded.v2_swaps),
            ("V3 Swap decoded", self.decoded.v3_swaps),
            ("liquidation decoded", self.decoded.liquidations),
            ("absorption decoded", self.decoded.absorptions),
            ("topic but not shape", self.undecoded),
            ("waiting for block", self.waiting_for_block),
            ("blocks replaced", self.blocks_replaced),
            ("bars recomputed", self.bars_recomputed),
        ];
        for (label, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            writeln!(formatter, "  {label:<19} {count}")?;
        }
        Ok(())
    }
}
