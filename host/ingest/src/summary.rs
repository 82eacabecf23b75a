//! The result of an ingest, for people and for tests.

use std::fmt;
use std::time::Duration;

use super::dataset::DatasetKind;
use super::error::{BadRow, BadRowList, IngestError};
use super::session::Session;
use super::settling::{self, Settled};
use quarry_stores::result_set::Value;

/// The outcome of one file.
#[derive(Debug, Clone)]
pub struct IngestSummary {
    pub dataset: DatasetKind,
    /// The load's number in the journal.
    pub load: u64,
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
    /// Rows of other chains, or of another kind of event, which nobody asked for.
    pub rows_left_out: u64,
    /// Rows that say of themselves that the node took them back (`removed`).
    pub rows_removed: u64,
    /// True when the last line was taken although it has no end.
    pub has_unended_line: bool,
    /// Blocks whose logs were counted anew, since two of them had one index.
    pub blocks_counted_anew: u64,
    /// Rows that differ from what is stored at their place.
    pub conflicts: u64,
    /// True when these rows were taken instead of the stored ones.
    pub conflicts_replaced: bool,
    /// The first of the conflicts.
    pub listed_conflicts: Vec<ConflictLine>,
    /// The fate of rows that somebody else decoded.
    pub settled: Settled,
    /// The reasons for rows that are kept and not served, with their count: an event that cannot be, or a contract that nobody
    /// registered.
    pub not_served: Vec<(String, u64)>,
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

/// A row that differs from the stored one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictLine {
    pub chain: String,
    /// The dataset of the row: `logs`, `transactions` or `blocks`.
    pub dataset: String,
    pub block_number: u64,
    /// Index of the log or the transaction.
    pub position: u64,
    /// File and number of the load whose row was there.
    pub stored_load: String,
    pub columns: String,
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

impl DecodedEvents {
    /// Each kind as reports name it.
    pub(super) fn counts(&self) -> [(&'static str, u64); 5] {
        [
            ("V2 Sync decoded", self.v2_syncs),
            ("V2 Swap decoded", self.v2_swaps),
            ("V3 Swap decoded", self.v3_swaps),
            ("liquidation decoded", self.liquidations),
            ("absorption decoded", self.absorptions),
        ]
    }

    /// Both together.
    pub(super) fn with(self, other: DecodedEvents) -> DecodedEvents {
        DecodedEvents {
            v2_syncs: self.v2_syncs + other.v2_syncs,
            v2_swaps: self.v2_swaps + other.v2_swaps,
            v3_swaps: self.v3_swaps + other.v3_swaps,
            liquidations: self.liquidations + other.liquidations,
            absorptions: self.absorptions + other.absorptions,
        }
    }
}

/// The result of a run, as the tables show it.
pub(super) struct Outcome {
    pub(super) decoded: DecodedEvents,
    pub(super) undecoded: u64,
    pub(super) waiting_for_block: u64,
    pub(super) settled: Settled,
    pub(super) not_served: Vec<(String, u64)>,
}

/// Conflicts that a report shows.
const SHOWN_CONFLICTS: u64 = 20;

/// The first conflicts of a load, with the load that they are in conflict with.
pub(super) async fn conflicts(session: &Session, load: u64, count: u64) -> Result<Vec<ConflictLine>, IngestError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT if(chain.slug = '', toString(conflict.chain_id), toString(chain.slug)), conflict.block_number, \
         toUInt64(conflict.position), multiIf(conflict.stored_load = conflict.load, 'the same file', \
         stored.file = '', 'before loads were numbered', concat('load ', toString(conflict.stored_load), ' (', stored.file, ')')), \
         arrayStringConcat(conflict.columns, ', '), toString(conflict.dataset) \
         FROM (SELECT * FROM load_conflicts FINAL WHERE load = {{load:UInt64}} ORDER BY chain_id, block_number, position \
         LIMIT {SHOWN_CONFLICTS}) AS conflict \
         LEFT JOIN (SELECT number, file FROM loads FINAL) AS stored ON stored.number = conflict.stored_load \
         LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chain ON chain.chain_id = conflict.chain_id \
         ORDER BY conflict.chain_id, conflict.block_number, conflict.position"
    );
    let rows = session.rows("listing the conflicts", &sql, &[("load", Value::UInt64(load))]).await?;
    (0..rows.count())
        .map(|row| {
            Ok(ConflictLine {
                chain: rows.text(row, 0)?,
                block_number: rows.number(row, 1)?,
                position: rows.number(row, 2)?,
                stored_load: rows.text(row, 3)?,
                columns: rows.text(row, 4)?,
                dataset: rows.text(row, 5)?,
            })
        })
        .collect()
}

/// The logs of a version that are kept and not served.
async fn not_served(session: &Session, kind: DatasetKind, version: u64) -> Result<Vec<(String, u64)>, IngestError> {
    if !matches!(kind, DatasetKind::Logs | DatasetKind::Blocks) {
        return Ok(Vec::new());
    }
    let rows = session.rows("counting what is not served", NOT_SERVED, &[("version", Value::UInt64(version))]).await?;
    let labels = [
        "Uniswap V4 Swap, whose pools have ids and no addresses",
        "swaps and syncs of contracts that are not registered pools (load them with `ingest pools`)",
        "liquidations and absorptions of contracts that belong to no registered deployment",
    ];
    let mut found = Vec::new();
    for (column, label) in labels.into_iter().enumerate() {
        let count = rows.number(0, column)?;
        if count > 0 {
            found.push((label.to_owned(), count));
        }
    }
    Ok(found)
}

const NOT_SERVED: &str = include_str!("sql/count_not_served.sql");

/// Events that the logs of `version` became, and how many of them have a known topic and not its shape.
pub(super) async fn decoded(session: &Session, version: u64) -> Result<(DecodedEvents, u64), IngestError> {
    let rows = session.rows("counting what was decoded", DECODED, &[("version", Value::UInt64(version))]).await?;
    let events = DecodedEvents {
        v2_syncs: rows.number(0, 0)?,
        v2_swaps: rows.number(0, 1)?,
        v3_swaps: rows.number(0, 2)?,
        liquidations: rows.number(0, 3)?,
        absorptions: rows.number(0, 4)?,
    };
    Ok((events, rows.number(0, 5)?))
}

const DECODED: &str = include_str!("sql/count_decoded.sql");

/// Counts what the rows of `version` became.
pub(super) async fn outcome(
    session: &Session,
    kind: DatasetKind,
    version: u64,
    load: u64,
) -> Result<Outcome, IngestError> {
    let (decoded, undecoded) = decoded(session, version).await?;
    let waiting = match kind {
        DatasetKind::Logs | DatasetKind::Transactions => kind.table(),
        _ => "logs",
    };
    let sql = format!("SELECT count() FROM {waiting} WHERE version = {{version:UInt64}} AND isNull(block_timestamp)");
    let waiting = session.number("counting what waits", &sql, &[("version", Value::UInt64(version))]).await?;
    Ok(Outcome {
        decoded,
        undecoded,
        waiting_for_block: waiting,
        settled: settling::outcome(session, kind, load).await?,
        not_served: not_served(session, kind, version).await?,
    })
}

impl IngestSummary {
    /// Rows read a second, over the whole run.
    pub fn rows_per_second(&self) -> f64 {
        self.rows_read as f64 / self.duration.as_secs_f64().max(1e-9)
    }
}

impl IngestSummary {
    fn write_conflicts(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.conflicts == 0 {
            return Ok(());
        }
        let kept = match self.conflicts_replaced {
            true => "this file's rows were taken",
            false => "the stored rows stay; --replace takes this file's",
        };
        writeln!(formatter, "  conflicts           {} ({kept})", self.conflicts)?;
        for line in &self.listed_conflicts {
            let ConflictLine { chain, dataset, block_number, position, stored_load, columns } = line;
            writeln!(
                formatter,
                "    {chain} block {block_number}, {} {position}: {columns} differ from {stored_load}, this is load {}",
                dataset.strip_suffix('s').unwrap_or(dataset),
                self.load
            )?;
        }
        let unnamed = self.conflicts.saturating_sub(self.listed_conflicts.len() as u64);
        if unnamed > 0 {
            writeln!(formatter, "    and {unnamed} more")?;
        }
        Ok(())
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
        let counts = self.decoded.counts().into_iter().chain([
            ("topic but not shape", self.undecoded),
            ("waiting for block", self.waiting_for_block),
            ("served from file", self.settled.served),
            ("decoded here too", self.settled.decoded_here),
            ("of these differing", self.settled.differing),
            ("removed by the node", self.rows_removed),
            ("rows left out", self.rows_left_out),
            ("blocks replaced", self.blocks_replaced),
            ("blocks numbered", self.blocks_counted_anew),
            ("bars recomputed", self.bars_recomputed),
        ]);
        for (label, count) in counts.filter(|(_, count)| *count > 0) {
            writeln!(formatter, "  {label:<19} {count}")?;
        }
        for (label, count) in &self.not_served {
            writeln!(formatter, "  not served          {count}: {label}")?;
        }
        self.write_conflicts(formatter)?;
        if self.has_unended_line {
            writeln!(formatter, "  the last line has no end; it was taken as it stands: check that the file is whole")?;
        }
        Ok(())
    }
}
