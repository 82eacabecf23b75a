//! Makes room for a file's blocks: what an earlier version of them had brought is tombstoned first.
//!
//! A block that was known under another hash was reorganised: all its rows go, in every raw table. Where files have no
//! hashes the caller can say that the file's block range replaces what is there. Tombstones carry the run's `version`, the
//! file's rows `version + 1`, so a row that comes back at the same place wins. Tombstones pass through the decoding views
//! like rows do: typed rows vanish with their logs, and their days are listed for recomputing bars.

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::load::stored_columns;
use super::session::{Parameter, Session};
use super::staging::{BlockRange, STAGING_BLOCKS, STAGING_MERGED, STAGING_REPLACED};
use super::staging_sql::STAGING_ROWS;
use quarry_stores::result_set::Value;

/// The raw tables, in the order in which their rows go: a block is there for as long as any of its rows.
pub(super) const KINDS_WITH_BLOCKS: [DatasetKind; 6] = [
    DatasetKind::Logs,
    DatasetKind::Liquidations,
    DatasetKind::Absorptions,
    DatasetKind::Swaps,
    DatasetKind::Transactions,
    DatasetKind::Blocks,
];
/// Those of them that a node gives again.
const KINDS_OF_NODES: [DatasetKind; 3] = [DatasetKind::Logs, DatasetKind::Transactions, DatasetKind::Blocks];
/// The rows of the range that the parameters name.
pub(super) const OF_RANGE: &str =
    "chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}";

/// Tombstones every row of the blocks that the staged rows name under another hash. Gives the number of such blocks.
pub(super) async fn replace_reorganised(
    session: &Session,
    name: &str,
    ranges: &[BlockRange],
    version: u64,
    load: u64,
) -> Result<u64, IngestError> {
    const OPERATION: &str = "comparing block hashes";
    if !names_other_hashes(session, ranges).await? {
        return Ok(0);
    }
    let keys = "chain_id UInt64, block_number UInt64";
    session
        .execute(
            OPERATION,
            &format!(
                "CREATE TABLE {STAGING_BLOCKS} ({keys}, block_hash FixedString(32)) ENGINE = MergeTree \
                 ORDER BY (chain_id, block_number)"
            ),
            &[],
        )
        .await?;
    session
        .execute(
            OPERATION,
            &format!(
                "INSERT INTO {STAGING_BLOCKS} SELECT chain_id, block_number, block_hash FROM {STAGING_ROWS} \
                 WHERE bad_column = 0 AND block_hash != toFixedString('', 32) GROUP BY chain_id, block_number, block_hash"
            ),
            &[],
        )
        .await?;
    refuse_two_hashes(session, name).await?;
    session
        .execute(
            OPERATION,
            &format!("CREATE TABLE {STAGING_REPLACED} ({keys}) ENGINE = MergeTree ORDER BY (chain_id, block_number)"),
            &[],
        )
        .await?;
    for range in ranges {
        session
            .execute(
                OPERATION,
                &format!(
                    "INSERT INTO {STAGING_REPLACED} SELECT staged.chain_id, staged.block_number \
                     FROM (SELECT * FROM {STAGING_BLOCKS} WHERE chain_id = {{chain_id:UInt64}}) AS staged INNER JOIN \
                     (SELECT chain_id, block_number, block_hash FROM block_hashes FINAL \
                     WHERE chain_id = {{chain_id:UInt64}} AND block_number BETWEEN {{first_block:UInt64}} AND {{last_block:UInt64}}) AS known \
                     ON staged.chain_id = known.chain_id AND staged.block_number = known.block_number \
                     WHERE staged.block_hash != known.block_hash"
                ),
                &range.parameters(),
            )
            .await?;
    }
    let replaced = session.number(OPERATION, &format!("SELECT count() FROM {STAGING_REPLACED}"), &[]).await?;
    if replaced > 0 {
        for kind in KINDS_WITH_BLOCKS {
            let rows = format!("(chain_id, block_number) IN (SELECT chain_id, block_number FROM {STAGING_REPLACED})");
            record_replaced(session, kind, &rows, load, &[]).await?;
            tombstone(session, kind, &rows, version, &[]).await?;
        }
    }
    Ok(replaced)
}

/// Tells whether a block of the staged rows has two hashes, or another one than it is known under. Of most files none has.
async fn names_other_hashes(session: &Session, ranges: &[BlockRange]) -> Result<bool, IngestError> {
    let sql = format!(
        "SELECT count() FROM (\
         SELECT block_number, min(block_hash) AS lowest, max(block_hash) AS highest FROM {STAGING_ROWS} \
         WHERE bad_column = 0 AND chain_id = {{chain_id:UInt64}} AND block_hash != toFixedString('', 32) \
         GROUP BY block_number) AS staged LEFT JOIN (\
         SELECT block_number, block_hash, 1 AS is_known FROM block_hashes FINAL WHERE {OF_RANGE}) AS known \
         ON staged.block_number = known.block_number \
         WHERE staged.lowest != staged.highest OR known.is_known = 1 AND known.block_hash != staged.lowest"
    );
    for range in ranges {
        if session.number("comparing block hashes", &sql, &range.parameters()).await? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tombstones the dataset's rows in the file's block ranges. Gives the number of blocks that had some.
///
/// The ranges' hashes are forgotten too: the file may have none, and what it brings must not be taken for a block of the
/// old hash when the new hash becomes known.
pub(super) async fn replace_ranges(
    session: &Session,
    kind: DatasetKind,
    ranges: &[BlockRange],
    version: u64,
    load: u64,
) -> Result<u64, IngestError> {
    const OPERATION: &str = "replacing a block range";
    let rows = OF_RANGE;
    let mut replaced = 0;
    for range in ranges {
        let parameters = range.parameters();
        let counted = format!(
            "SELECT count() FROM (SELECT block_number FROM {} FINAL WHERE {rows} GROUP BY block_number)",
            kind.table()
        );
        replaced += session.number(OPERATION, &counted, &parameters).await?;
        record_replaced(session, kind, rows, load, &parameters).await?;
        tombstone(session, kind, rows, version, &parameters).await?;
        forget_hashes(session, version, &parameters).await?;
    }
    Ok(replaced)
}

/// Tombstones all that is known of a range: a followed chain takes it back. Says whether there was anything.
///
/// An insert into a raw table wakes every view behind it, whether it has rows or not, so what is empty is left alone.
pub(super) async fn remove_range(session: &Session, range: BlockRange, version: u64) -> Result<bool, IngestError> {
    const OPERATION: &str = "removing a block range";
    let parameters = range.parameters();
    let counted = |table: &str| format!("(SELECT count() FROM {table} FINAL WHERE {OF_RANGE})");
    let tables = KINDS_OF_NODES.map(|kind| counted(kind.table())).join(", ");
    let sql = format!("SELECT {tables}, {}", counted("block_hashes"));
    let found = session.rows(OPERATION, &sql, &parameters).await?;
    let mut has_any = false;
    for (column, kind) in KINDS_OF_NODES.into_iter().enumerate() {
        if found.number(0, column)? > 0 {
            tombstone(session, kind, OF_RANGE, version, &parameters).await?;
            has_any = true;
        }
    }
    if found.number(0, KINDS_OF_NODES.len())? > 0 {
        forget_hashes(session, version, &parameters).await?;
    }
    Ok(has_any)
}

/// The hashes of the range's blocks are not known any more.
pub(super) async fn forget_hashes(
    session: &Session,
    version: u64,
    parameters: &[Parameter<'_>],
) -> Result<(), IngestError> {
    let sql = format!(
        "INSERT INTO block_hashes (chain_id, block_number, block_hash, version, is_deleted) \
         SELECT chain_id, block_number, block_hash, {{version:UInt64}}, 1 FROM block_hashes FINAL WHERE {OF_RANGE}"
    );
    session.execute("forgetting the hashes of blocks", &sql, &with_version(parameters, version)).await
}

/// Notes the loads of the rows that go, so that a later withdrawal of this load can say which rows do not come back with it.
async fn record_replaced(
    session: &Session,
    kind: DatasetKind,
    rows: &str,
    load: u64,
    parameters: &[Parameter<'_>],
) -> Result<(), IngestError> {
    if load == 0 {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO load_overlaps (load, earlier_load, reason, rows) \
         SELECT {{load:UInt64}}, load, 'replaced', count() FROM {} FINAL WHERE {rows} GROUP BY load",
        kind.table()
    );
    let mut parameters = parameters.to_vec();
    parameters.push(("load", Value::UInt64(load)));
    session.execute("noting what is replaced", &sql, &parameters).await
}

/// Tombstones the stored rows that compared rows take the place of and differ from. What was made of a row has the row's address and
/// topics in its key, and would stay beside what the new row becomes.
pub(super) async fn replace_differing(session: &Session, kind: DatasetKind, version: u64) -> Result<(), IngestError> {
    let key = kind.key().join(", ");
    let rows = format!("({key}) IN (SELECT {key} FROM {STAGING_MERGED} WHERE notEmpty(differing))");
    tombstone(session, kind, &rows, version, &[]).await
}

pub(super) async fn tombstone(
    session: &Session,
    kind: DatasetKind,
    rows: &str,
    version: u64,
    parameters: &[Parameter<'_>],
) -> Result<(), IngestError> {
    let table = kind.table();
    let columns = stored_columns(kind).join(", ");
    let sql = format!(
        "INSERT INTO {table} ({columns}, load, version, is_deleted) \
         SELECT {columns}, load, {{version:UInt64}}, 1 FROM {table} FINAL WHERE {rows}"
    );
    session.execute("removing replaced rows", &sql, &with_version(parameters, version)).await
}

async fn refuse_two_hashes(session: &Session, name: &str) -> Result<(), IngestError> {
    let sql = format!(
        "SELECT block_number FROM {STAGING_BLOCKS} GROUP BY chain_id, block_number HAVING count() > 1 \
         ORDER BY block_number LIMIT 1 SETTINGS optimize_aggregation_in_order = 1"
    );
    let rows = session.rows("comparing block hashes", &sql, &[]).await?;
    if rows.count() == 0 {
        return Ok(());
    }
    Err(IngestError::TwoHashes { name: name.to_owned(), block: rows.number(0, 0)? })
}

pub(super) fn with_version<'a>(parameters: &[Parameter<'a>], version: u64) -> Vec<Parameter<'a>> {
    let mut all = parameters.to_vec();
    all.push(("version", Value::UInt64(version)));
    all
}
