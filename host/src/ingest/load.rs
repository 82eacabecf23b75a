//! Moves staged rows into the dataset's table, gives waiting rows their time, and lists the bars that new knowledge of
//! tokens and pools concerns.

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::session::Session;
use super::staging::{BlockRange, Staged};
use super::staging_sql::{STAGING_ROWS, shared_columns};
use crate::stores::result_set::Value;

const UNKNOWN_HASH: &str = "toFixedString('', 32)";

/// Moves the good rows. Rows without a time take it from their block, where that is known.
pub(super) async fn load(
    session: &Session,
    kind: DatasetKind,
    staged: &Staged,
    version: u64,
) -> Result<(), IngestError> {
    const OPERATION: &str = "loading the rows";
    let table = kind.table();
    let columns = shared_columns(kind).join(", ");
    let version = ("version", Value::UInt64(version));
    if staged.rows_without_time == 0 {
        let sql = format!(
            "INSERT INTO {table} ({columns}, version, is_deleted) \
             SELECT {columns}, {{version:UInt64}}, 0 FROM {STAGING_ROWS} WHERE bad_column = 0"
        );
        return session.execute(OPERATION, &sql, &[version]).await;
    }
    for range in &staged.ranges {
        let own_time = "staged.block_timestamp";
        let sql = format!(
            "INSERT INTO {table} ({columns}, version, is_deleted) SELECT {}, {{version:UInt64}}, 0 \
             FROM (SELECT * FROM {STAGING_ROWS} WHERE bad_column = 0 AND chain_id = {{chain_id:UInt64}}) AS staged \
             LEFT JOIN ({KNOWN_BLOCKS}) AS known \
             ON staged.chain_id = known.chain_id AND staged.block_number = known.block_number",
            timed_columns(
                kind,
                "staged",
                &format!("coalesce({own_time}, if({}, known.block_timestamp, NULL))", agree("staged"))
            )
        );
        let mut parameters = range.parameters();
        parameters.push(version.clone());
        session.execute(OPERATION, &sql, &parameters).await?;
    }
    Ok(())
}

/// The blocks of one chain's range, with null times where the join finds none.
const KNOWN_BLOCKS: &str = "SELECT chain_id, block_number, block_hash, toNullable(block_timestamp) AS block_timestamp \
    FROM blocks FINAL WHERE chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}";

/// Whether a row and its block name the same hash, as far as both name one.
fn agree(rows: &str) -> String {
    format!(
        "known.block_hash = {rows}.block_hash OR known.block_hash = {UNKNOWN_HASH} OR {rows}.block_hash = {UNKNOWN_HASH}"
    )
}

fn timed_columns(kind: DatasetKind, rows: &str, time: &str) -> String {
    let columns: Vec<_> = shared_columns(kind)
        .into_iter()
        .map(|column| if column == "block_timestamp" { time.to_owned() } else { format!("{rows}.{column}") })
        .collect();
    columns.join(", ")
}

/// Blocks have come: writes the logs and transactions that waited for them again, now with their time, so that the views
/// decode them. A crash in between is made good by loading the file again.
pub(super) async fn give_times(session: &Session, ranges: &[BlockRange], version: u64) -> Result<(), IngestError> {
    const OPERATION: &str = "giving waiting rows their time";
    for range in ranges {
        for kind in [DatasetKind::Logs, DatasetKind::Transactions] {
            let table = kind.table();
            let waiting = "chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64} \
                           AND isNull(block_timestamp)";
            let mut parameters = range.parameters();
            let count = format!("SELECT count() FROM {table} FINAL WHERE {waiting}");
            if session.number(OPERATION, &count, &parameters).await? == 0 {
                continue;
            }
            let columns = shared_columns(kind).join(", ");
            let sql = format!(
                "INSERT INTO {table} ({columns}, version, is_deleted) SELECT {}, {{version:UInt64}}, 0 \
                 FROM (SELECT * FROM {table} FINAL WHERE {waiting}) AS waiting INNER JOIN ({KNOWN_BLOCKS}) AS known \
                 ON waiting.chain_id = known.chain_id AND waiting.block_number = known.block_number WHERE {}",
                timed_columns(kind, "waiting", "known.block_timestamp"),
                agree("waiting")
            );
            parameters.push(("version", Value::UInt64(version)));
            session.execute(OPERATION, &sql, &parameters).await?;
        }
    }
    Ok(())
}

/// Lists the days whose bars change with the staged tokens or pools. Must run before they are loaded: what is already
/// known in the same way concerns no bar.
pub(super) async fn touch_days(session: &Session, kind: DatasetKind) -> Result<(), IngestError> {
    let pools = match kind {
        DatasetKind::Tokens => {
            "SELECT chain_id, address FROM pools FINAL WHERE (chain_id, token0) IN (changed) OR (chain_id, token1) IN (changed)"
        }
        DatasetKind::Pools => "SELECT chain_id, address FROM changed",
        _ => return Ok(()),
    };
    let (table, knowledge) = match kind {
        DatasetKind::Tokens => ("tokens", "chain_id, address, ifNull(toInt16(decimals), -1)"),
        _ => ("pools", "chain_id, address, source, token0, token1"),
    };
    let sql = format!(
        "INSERT INTO touched_days (chain_id, pool, day) WITH \
         changed AS (SELECT chain_id, address FROM {STAGING_ROWS} WHERE bad_column = 0 AND ({knowledge}) NOT IN \
         (SELECT {knowledge} FROM {table} FINAL WHERE (chain_id, address) IN \
         (SELECT chain_id, address FROM {STAGING_ROWS} WHERE bad_column = 0))), \
         concerned AS ({pools}) \
         SELECT DISTINCT chain_id, pool, toDate(block_timestamp) AS day FROM (\
         SELECT chain_id, pool, block_timestamp FROM v2_syncs WHERE (chain_id, pool) IN (concerned) UNION ALL \
         SELECT chain_id, pool, block_timestamp FROM v2_swaps WHERE (chain_id, pool) IN (concerned) UNION ALL \
         SELECT chain_id, pool, block_timestamp FROM v3_swaps WHERE (chain_id, pool) IN (concerned))"
    );
    session.execute("listing the bars of new tokens and pools", &sql, &[]).await
}
