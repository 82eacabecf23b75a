//! One file in the staging tables: read, converted and judged, before anything of it is loaded.

use std::sync::Arc;

use super::bad_rows;
use super::columns::columns_of;
use super::dataset::{DatasetKind, IngestOptions};
use super::error::IngestError;
use super::progress::Progress;
use super::session::Session;
use super::source::{self, LineMap, Source};
use super::staging_sql::{self, ChainRule, STAGING_ROWS};
use crate::stores::warehouse::WarehouseError;

/// The distinct blocks of the staged rows that name their block's hash.
pub(super) const STAGING_BLOCKS: &str = "staging_blocks";
/// The blocks whose earlier hash differs from the staged one.
pub(super) const STAGING_REPLACED: &str = "staging_replaced";

/// What was found in the file.
pub(super) struct Staged {
    pub(super) rows_read: u64,
    pub(super) rows_bad: u64,
    /// Good rows without a time of their own.
    pub(super) rows_without_time: u64,
    /// Good rows that name their block's hash.
    pub(super) rows_with_hash: u64,
    /// Lowest and highest block of each chain.
    pub(super) ranges: Vec<BlockRange>,
    /// The first bad rows, where the caller wants the others loaded.
    pub(super) bad_rows: Vec<super::error::BadRow>,
}

/// The blocks of one chain that a file covers, both ends included.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRange {
    pub(super) chain_id: u64,
    pub(super) first_block: u64,
    pub(super) last_block: u64,
}

/// Drops what an earlier run left behind.
pub(super) async fn clean(session: &Session) -> Result<(), IngestError> {
    for table in [STAGING_ROWS, STAGING_BLOCKS, STAGING_REPLACED] {
        session.execute("cleaning the staging tables", &format!("DROP TABLE IF EXISTS {table} SYNC"), &[]).await?;
    }
    Ok(())
}

/// Reads a file into the staging tables. Fails on bad rows unless the caller wants the others.
pub(super) async fn stage(
    session: &Session,
    kind: DatasetKind,
    source: Source,
    options: &IngestOptions,
    chain: ChainRule<'_>,
    progress: &Arc<dyn Progress>,
) -> Result<Staged, IngestError> {
    let name = source.name.clone();
    let watched = Arc::clone(progress);
    let opened = tokio::task::spawn_blocking(move || source::look_into(source, kind, watched))
        .await
        .map_err(|_| IngestError::ReaderStopped { name: name.clone() })??;
    if opened.has_chain_column == Some(false) && matches!(chain, ChainRule::FromFile(_)) {
        return Err(IngestError::ChainNotGiven { name });
    }
    let format = opened.format;
    session.execute("creating the staging table", &staging_sql::create_rows(kind), &[]).await?;
    let (chunks, reading) = source::spawn(opened);
    let inserted = session.insert(&staging_sql::insert_rows(kind, format, &chain), chunks).await;
    let lines = match reading.await {
        Ok(Ok(lines)) => lines,
        Ok(Err(source)) => return Err(IngestError::Damaged { name, source }),
        Err(_) => return Err(IngestError::ReaderStopped { name }),
    };
    inserted.map_err(|error| unparsable(&name, format.reader(), error))?;
    judge(session, kind, &name, options, lines.as_ref()).await
}

async fn judge(
    session: &Session,
    kind: DatasetKind,
    name: &str,
    options: &IngestOptions,
    lines: Option<&LineMap>,
) -> Result<Staged, IngestError> {
    const OPERATION: &str = "counting the staged rows";
    let has = |column: &str| columns_of(kind).iter().any(|declared| declared.name == column);
    let without_time = match kind {
        DatasetKind::Logs | DatasetKind::Transactions => "countIf(bad_column = 0 AND isNull(block_timestamp))",
        _ => "toUInt64(0)",
    };
    let with_hash = if has("block_hash") {
        "countIf(bad_column = 0 AND block_hash != toFixedString('', 32))"
    } else {
        "toUInt64(0)"
    };
    let counts = session
        .rows(
            OPERATION,
            &format!("SELECT count(), countIf(bad_column != 0), {without_time}, {with_hash} FROM {STAGING_ROWS}"),
            &[],
        )
        .await?;
    let mut staged = Staged {
        rows_read: counts.number(0, 0)?,
        rows_bad: counts.number(0, 1)?,
        rows_without_time: counts.number(0, 2)?,
        rows_with_hash: counts.number(0, 3)?,
        ranges: Vec::new(),
        bad_rows: Vec::new(),
    };
    if staged.rows_read == 0 {
        return Err(IngestError::Empty { name: name.to_owned() });
    }
    if staged.rows_bad > 0 {
        if staged.rows_bad == staged.rows_read && lines.is_none_or(LineMap::is_well_formed) {
            bad_rows::refuse_missing_column(session, kind, name).await?;
        }
        staged.bad_rows = bad_rows::first(session, kind, name, lines).await?;
        if !options.skip_bad {
            let (count, rows) = (staged.rows_bad, staged.bad_rows);
            return Err(IngestError::BadRows { name: name.to_owned(), count, rows });
        }
    }
    if kind.has_blocks() {
        let sql = format!(
            "SELECT chain_id, min(block_number), max(block_number) FROM {STAGING_ROWS} WHERE bad_column = 0 \
             GROUP BY chain_id ORDER BY chain_id"
        );
        let rows = session.rows(OPERATION, &sql, &[]).await?;
        for row in 0..rows.count() {
            staged.ranges.push(BlockRange {
                chain_id: rows.number(row, 0)?,
                first_block: rows.number(row, 1)?,
                last_block: rows.number(row, 2)?,
            });
        }
    }
    Ok(staged)
}

/// Text files are checked before they go out, so what the warehouse cannot parse is a damaged Parquet file; anything
/// else is the warehouse's own trouble.
fn unparsable(name: &str, format: &'static str, error: WarehouseError) -> IngestError {
    if format == "Parquet" && matches!(error, WarehouseError::Rejected { .. }) {
        IngestError::Unparsable { name: name.to_owned(), format, detail: error.to_string() }
    } else {
        IngestError::Warehouse { operation: "reading the file", source: error }
    }
}
