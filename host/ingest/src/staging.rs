//! One file in the staging tables: read, converted and judged, before anything of it is loaded.

use std::sync::Arc;

use super::bad_rows;
use super::columns::columns_of;
use super::dataset::{DatasetKind, IngestOptions};
use super::error::{BadRow, IngestError};
use super::progress::Progress;
use super::session::{Parameter, Session};
use super::source::{self, FileColumns, ReadFile, Source};
use super::staging_sql::{self, ChainRule, FileForm, IS_BAD, IS_LEFT_OUT, IS_REMOVED, STAGING_ROWS};
use quarry_stores::result_set::Value;

/// The distinct blocks of the staged rows that name their block's hash.
pub(super) const STAGING_BLOCKS: &str = "staging_blocks";
/// The blocks whose earlier hash differs from the staged one.
pub(super) const STAGING_REPLACED: &str = "staging_replaced";
/// The staged rows with what the warehouse knows of them already.
pub(super) const STAGING_MERGED: &str = "staging_merged";
/// Stands for the number of the load that is under way, of what its own rows say.
pub(super) const THIS_LOAD: u64 = u64::MAX;
/// The staged logs while they get their place within the block.
pub(super) const STAGING_NUMBERED: &str = "staging_numbered";

/// The rows that were found in the file.
pub(super) struct Staged {
    pub(super) rows_read: u64,
    pub(super) rows_bad: u64,
    /// Rows of other chains or of another kind, which nobody asked for.
    pub(super) rows_left_out: u64,
    /// Rows that the node took back, as it says in them.
    pub(super) rows_removed: u64,
    /// Good rows without a time of their own.
    pub(super) rows_without_time: u64,
    /// Good rows that name their block's hash.
    pub(super) rows_with_hash: u64,
    /// Lowest and highest block of each chain.
    pub(super) ranges: Vec<BlockRange>,
    /// The chains of the good rows.
    pub(super) chains: Vec<u64>,
    /// The first bad rows, where the caller wants the others loaded.
    pub(super) bad_rows: Vec<BadRow>,
    /// The dataset's columns that the file has.
    pub(super) columns: FileColumns,
    /// True when the last line was taken although it has no end.
    pub(super) has_unended_line: bool,
    /// SHA-256 of the file's bytes, in hex.
    pub(super) digest: String,
}

impl Staged {
    /// Rows that are good and wanted.
    pub(super) fn rows_good(&self) -> u64 {
        self.rows_read - self.rows_bad - self.rows_left_out - self.rows_removed
    }
}

/// The blocks of one chain that a file covers, both ends included.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRange {
    pub(super) chain_id: u64,
    pub(super) first_block: u64,
    pub(super) last_block: u64,
}

impl BlockRange {
    /// The range as the parameters `chain_id`, `first_block` and `last_block`.
    pub(super) fn parameters(&self) -> Vec<Parameter<'static>> {
        vec![
            ("chain_id", Value::UInt64(self.chain_id)),
            ("first_block", Value::UInt64(self.first_block)),
            ("last_block", Value::UInt64(self.last_block)),
        ]
    }
}

/// The part of a file that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Whole,
    /// Its beginning, to look at.
    Beginning,
}

/// Drops what an earlier run left behind.
pub(super) async fn clean(session: &Session) -> Result<(), IngestError> {
    let tables = [STAGING_ROWS, STAGING_BLOCKS, STAGING_REPLACED, STAGING_MERGED, STAGING_NUMBERED].join(", ");
    session.execute("cleaning the staging tables", &format!("DROP TABLE IF EXISTS {tables} SYNC"), &[]).await
}

/// Reads a file into the staging tables. Fails on bad rows unless the caller wants the others.
pub(super) async fn stage(
    session: &Session,
    kind: DatasetKind,
    source: Source,
    options: &IngestOptions,
    chain: ChainRule<'_>,
    progress: &Arc<dyn Progress>,
    extent: Extent,
) -> Result<Staged, IngestError> {
    let name = source.name.clone();
    let watched = Arc::clone(progress);
    let constants = options.constants.clone();
    let opened = tokio::task::spawn_blocking(move || source::look_into(source, kind, &constants, watched))
        .await
        .map_err(|_| IngestError::ReaderStopped { name: name.clone() })??;
    if opened.has_chain_column == Some(false)
        && let ChainRule::FromFile(known) = chain
    {
        return Err(IngestError::chain_not_given(&name, known));
    }
    let format = opened.format;
    session.execute("creating the staging table", &staging_sql::create_rows(kind), &[]).await?;
    let names = opened.names.clone();
    let form = FileForm { kind, format, names: names.as_deref(), constants: &options.constants };
    let most_chunks = if extent == Extent::Beginning { 1 } else { usize::MAX };
    let (chunks, reading) = source::spawn(opened, most_chunks);
    let inserted = session.insert(&staging_sql::insert_rows(&form, &chain), chunks).await;
    let (read, digest) = match reading.await {
        Ok(Ok(read)) => read,
        Ok(Err(source)) => return Err(IngestError::Damaged { name, source }),
        Err(_) => return Err(IngestError::ReaderStopped { name }),
    };
    inserted.map_err(|failure| IngestError::Warehouse { operation: "reading the file", failure, has_begun: false })?;
    let judged = Judged { session, kind, name: &name, options, read: &read, chain: &chain };
    let mut staged = judged.judge(extent).await?;
    staged.digest = digest;
    Ok(staged)
}

/// A file whose rows are in the staging table.
struct Judged<'a> {
    session: &'a Session,
    kind: DatasetKind,
    name: &'a str,
    options: &'a IngestOptions,
    read: &'a ReadFile,
    chain: &'a ChainRule<'a>,
}

impl Judged<'_> {
    async fn judge(&self, extent: Extent) -> Result<Staged, IngestError> {
        let mut staged = self.count().await?;
        if staged.rows_read == 0 {
            return Err(IngestError::Empty { name: self.name.to_owned() });
        }
        let lines = self.read.lines.as_ref();
        let is_well_formed = lines.is_none_or(source::LineMap::is_well_formed);
        if is_well_formed {
            // A header was looked at already; the columns of objects are known only now.
            let constants = &self.options.constants;
            source::check_columns(self.name, self.kind, constants, |names| staged.columns.have_any_of(names))?;
        }
        if staged.rows_bad > 0 {
            if staged.rows_bad == staged.rows_read && is_well_formed {
                bad_rows::refuse_missing_column(self.session, self.kind, self.name, self.chain).await?;
            }
            staged.bad_rows = bad_rows::first(self.session, self.kind, self.name, lines).await?;
            if !self.options.skip_bad && extent == Extent::Whole {
                let (count, rows) = (staged.rows_bad, staged.bad_rows);
                return Err(IngestError::BadRows { name: self.name.to_owned(), count, rows });
            }
        }
        self.find_ranges(&mut staged).await?;
        Ok(staged)
    }

    async fn count(&self) -> Result<Staged, IngestError> {
        let has = |column: &str| columns_of(self.kind).iter().any(|declared| declared.name == column);
        let without_time = match self.kind {
            DatasetKind::Logs | DatasetKind::Transactions => "countIf(bad_column = 0 AND isNull(block_timestamp))",
            _ => "toUInt64(0)",
        };
        let with_hash = match has("block_hash") && self.kind.has_blocks() {
            true => "countIf(bad_column = 0 AND block_hash != toFixedString('', 32))",
            false => "toUInt64(0)",
        };
        let sql = format!(
            "SELECT count(), countIf({IS_BAD}), countIf({IS_LEFT_OUT}), {without_time}, {with_hash}, countIf({IS_REMOVED}) \
             FROM {STAGING_ROWS}"
        );
        let counts = self.session.rows(OPERATION, &sql, &[]).await?;
        Ok(Staged {
            rows_read: counts.number(0, 0)?,
            rows_bad: counts.number(0, 1)?,
            rows_left_out: counts.number(0, 2)?,
            rows_without_time: counts.number(0, 3)?,
            rows_with_hash: counts.number(0, 4)?,
            rows_removed: counts.number(0, 5)?,
            ranges: Vec::new(),
            chains: Vec::new(),
            bad_rows: Vec::new(),
            columns: self.read.columns.clone(),
            has_unended_line: self.read.has_unended_line,
            digest: String::new(),
        })
    }

    async fn find_ranges(&self, staged: &mut Staged) -> Result<(), IngestError> {
        if !self.kind.has_chains() {
            return Ok(());
        }
        let blocks = match self.kind.has_blocks() || self.kind.is_decoded_elsewhere() {
            true => "min(block_number), max(block_number)",
            false => "toUInt64(0), toUInt64(0)",
        };
        let sql = format!(
            "SELECT chain_id, {blocks} FROM {STAGING_ROWS} WHERE bad_column = 0 GROUP BY chain_id ORDER BY chain_id"
        );
        let rows = self.session.rows(OPERATION, &sql, &[]).await?;
        for row in 0..rows.count() {
            staged.chains.push(rows.number(row, 0)?);
            if self.kind.has_blocks() || self.kind.is_decoded_elsewhere() {
                staged.ranges.push(BlockRange {
                    chain_id: rows.number(row, 0)?,
                    first_block: rows.number(row, 1)?,
                    last_block: rows.number(row, 2)?,
                });
            }
        }
        Ok(())
    }
}

const OPERATION: &str = "counting the staged rows";
