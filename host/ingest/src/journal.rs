//! The numbered journal of loads: which file brought what, and when. Rows carry the number of their load.

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::session::Session;
use super::staging::Staged;
use quarry_stores::result_set::Value;

const OPERATION: &str = "keeping the journal of loads";
const RECORD: &str = "INSERT INTO loads (number, version, dataset, file, digest, chain_ids, first_block, last_block, rows, \
    rows_bad, conflicts, started_at, finished_at, withdrawn_at, revision) \
    SELECT {number:UInt64}, {version:UInt64}, {dataset:String}, {file:String}, {digest:String}, {chain_ids:Array(UInt64)}, \
    {first_block:Nullable(UInt64)}, {last_block:Nullable(UInt64)}, {rows:UInt64}, {rows_bad:UInt64}, {conflicts:UInt64}, \
    fromUnixTimestamp64Micro({version:Int64}, 'UTC'), if({finished:UInt64} = 1, now('UTC'), NULL), NULL, {finished:UInt64}";

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadEntry {
    pub number: u64,
    pub dataset: String,
    /// File name as given, or the name a stream was given.
    pub file: String,
    /// SHA-256 of the file's bytes, in hex.
    pub digest: String,
    /// Slugs, or ids of chains without one.
    pub chains: Vec<String>,
    /// Lowest and highest block, of datasets that belong to blocks.
    pub blocks: Option<(u64, u64)>,
    pub rows: u64,
    /// Rows that differed from stored ones.
    pub conflicts: u64,
    /// RFC 3339.
    pub started_at: String,
    pub state: LoadState,
}

/// The state of a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadState {
    /// It was broken off, or is under way.
    Unfinished,
    Loaded,
    Withdrawn,
}

/// A load that is under way.
pub(super) struct OpenLoad<'a> {
    pub(super) number: u64,
    pub(super) version: u64,
    pub(super) kind: DatasetKind,
    pub(super) file: &'a str,
    pub(super) staged: &'a Staged,
}

/// The number of the next load.
pub(super) async fn next_number(session: &Session) -> Result<u64, IngestError> {
    session.number(OPERATION, "SELECT toUInt64(max(number) + 1) FROM loads", &[]).await
}

impl OpenLoad<'_> {
    /// Writes the load's line; that of its end replaces that of its beginning.
    pub(super) async fn record(&self, session: &Session, conflicts: u64, finished: bool) -> Result<(), IngestError> {
        if self.number == 0 {
            return Ok(());
        }
        let ranges = &self.staged.ranges;
        let number = |value: Option<u64>| value.map_or(Value::Null, Value::UInt64);
        let chain_ids = self.staged.chains.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let parameters = [
            ("number", Value::UInt64(self.number)),
            ("version", Value::UInt64(self.version)),
            ("dataset", Value::Text(self.kind.name().to_owned())),
            ("file", Value::Text(self.file.to_owned())),
            ("digest", Value::Text(self.staged.digest.clone())),
            ("chain_ids", Value::Text(format!("[{chain_ids}]"))),
            ("first_block", number(ranges.iter().map(|range| range.first_block).min())),
            ("last_block", number(ranges.iter().map(|range| range.last_block).max())),
            ("rows", Value::UInt64(self.staged.rows_good())),
            ("rows_bad", Value::UInt64(self.staged.rows_bad)),
            ("conflicts", Value::UInt64(conflicts)),
            ("finished", Value::UInt64(finished.into())),
        ];
        session.execute(OPERATION, RECORD, &parameters).await
    }
}

/// The loads with these numbers, or all, the newest last.
pub(super) async fn entries(session: &Session, number: Option<u64>) -> Result<Vec<LoadEntry>, IngestError> {
    let sql = format!(
        "SELECT number, toString(dataset), file, digest, arrayStringConcat(arrayMap(id -> \
         transform(id, (SELECT groupArray(chain_id) FROM chains FINAL), (SELECT groupArray(toString(slug)) FROM chains FINAL), \
         toString(id)), chain_ids), ','), ifNull(first_block, 0), ifNull(last_block, 0), toUInt64(isNotNull(first_block)), rows, \
         conflicts, formatDateTime(started_at, '%FT%TZ', 'UTC'), \
         toUInt64(multiIf(isNotNull(withdrawn_at), 2, isNotNull(finished_at), 1, 0)) \
         FROM loads FINAL WHERE {} ORDER BY number DESC LIMIT {LISTED}",
        number.map_or_else(|| "1".to_owned(), |number| format!("number = {number}"))
    );
    let rows = session.rows(OPERATION, &sql, &[]).await?;
    let mut entries = Vec::new();
    for row in (0..rows.count()).rev() {
        let chains = rows.text(row, 4)?;
        entries.push(LoadEntry {
            number: rows.number(row, 0)?,
            dataset: rows.text(row, 1)?,
            file: rows.text(row, 2)?,
            digest: rows.text(row, 3)?,
            chains: chains.split(',').filter(|chain| !chain.is_empty()).map(str::to_owned).collect(),
            blocks: match rows.number(row, 7)? {
                0 => None,
                _ => Some((rows.number(row, 5)?, rows.number(row, 6)?)),
            },
            rows: rows.number(row, 8)?,
            conflicts: rows.number(row, 9)?,
            started_at: rows.text(row, 10)?,
            state: match rows.number(row, 11)? {
                2 => LoadState::Withdrawn,
                1 => LoadState::Loaded,
                _ => LoadState::Unfinished,
            },
        });
    }
    Ok(entries)
}

/// Loads that are listed at most, the newest.
const LISTED: u64 = 10_000;
