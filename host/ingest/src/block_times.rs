//! Logs and transactions whose time is not that of their block: contradictions, like two rows of one place that differ.
//!
//! A row that comes after its block is not loaded then, unless the caller replaces (`merging`). Until the block is there its first row
//! tells its time. Where the block comes after the row, both stay as they are, and the contradiction is listed.

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::session::Session;
use super::staging::THIS_LOAD;
use super::staging_sql::STAGING_ROWS;
use quarry_stores::result_set::Value;

const OPERATION: &str = "comparing times with those of blocks";
/// Conflicts of a load that are kept by place; the rest are counted.
pub(super) const KEPT_CONFLICTS: u64 = 10_000;
const UNKNOWN_HASH: &str = "toFixedString('', 32)";

/// Two rows name the same block, as far as both name its hash.
fn same_block(left: &str, right: &str) -> String {
    format!(
        "({left}.block_hash = {right}.block_hash OR {left}.block_hash = {UNKNOWN_HASH} OR {right}.block_hash = {UNKNOWN_HASH})"
    )
}

/// Selects the rows that tell the time of the staged rows' blocks: the stored block or, until it is there, the first stored row of the kind.
fn stored_times(kind: DatasetKind) -> String {
    let of_staged =
        format!("(chain_id, block_number) IN (SELECT chain_id, block_number FROM {STAGING_ROWS} WHERE bad_column = 0)");
    format!(
        "SELECT chain_id, block_number, block_hash, toNullable(block_timestamp) AS block_timestamp, load, (0, toInt64(0)) AS place \
         FROM blocks FINAL WHERE {of_staged} UNION ALL \
         SELECT chain_id, block_number, block_hash, block_timestamp, load, (1, toInt64({})) \
         FROM {} FINAL WHERE {of_staged} AND isNotNull(block_timestamp)",
        position(kind),
        kind.table()
    )
}

/// Selects the same rows and, where nothing is stored of a block, its first staged row.
fn known_times(kind: DatasetKind) -> String {
    format!(
        "{} UNION ALL SELECT chain_id, block_number, block_hash, block_timestamp, toUInt64({THIS_LOAD}), (2, toInt64({})) \
         FROM {STAGING_ROWS} WHERE bad_column = 0 AND isNotNull(block_timestamp)",
        stored_times(kind),
        position(kind)
    )
}

/// Of each block the row that tells its time first, as `block`.
fn blocks_of(times: &str) -> String {
    format!(
        "(SELECT chain_id, block_number, tupleElement(first, 1) AS block_hash, tupleElement(first, 2) AS block_timestamp, \
         tupleElement(first, 3) AS load, toUInt8(1) AS has_time FROM (\
         SELECT chain_id, block_number, argMin((block_hash, block_timestamp, load), place) AS first FROM ({times}) \
         GROUP BY chain_id, block_number)) AS block"
    )
}

/// The column that tells the rows of a block apart.
fn position(kind: DatasetKind) -> &'static str {
    if kind == DatasetKind::Logs { "log_index" } else { "transaction_index" }
}

/// Tells whether a staged row has another time than its block.
pub(super) async fn are_contradicted(session: &Session, kind: DatasetKind) -> Result<bool, IngestError> {
    if !has_own_times(kind) {
        return Ok(false);
    }
    let sql = format!(
        "SELECT count() FROM (SELECT chain_id, block_number, min(block_hash) AS block_hash, min(block_timestamp) AS lowest, \
         max(block_timestamp) AS highest FROM {STAGING_ROWS} WHERE bad_column = 0 AND isNotNull(block_timestamp) \
         GROUP BY chain_id, block_number) AS staged LEFT JOIN {} \
         ON staged.chain_id = block.chain_id AND staged.block_number = block.block_number \
         WHERE staged.lowest != staged.highest OR block.has_time = 1 AND {} \
         AND (staged.lowest != block.block_timestamp OR staged.highest != block.block_timestamp)",
        blocks_of(&stored_times(kind)),
        same_block("staged", "block")
    );
    Ok(session.number(OPERATION, &sql, &[]).await? > 0)
}

fn has_own_times(kind: DatasetKind) -> bool {
    matches!(kind, DatasetKind::Logs | DatasetKind::Transactions)
}

/// The join of staged rows with their blocks, and the columns in which the two differ.
pub(super) fn join_with_blocks(kind: DatasetKind) -> (String, String) {
    let join = format!(
        " LEFT JOIN {} ON staged.chain_id = block.chain_id AND staged.block_number = block.block_number",
        blocks_of(&known_times(kind))
    );
    let differing = format!(
        "if(ifNull(staged.block_timestamp != block.block_timestamp, 0) AND {}, ['block_timestamp'], emptyArrayString())",
        same_block("staged", "block")
    );
    (join, differing)
}

/// Blocks have come: lists the stored rows that have another time of their own. Gives their number.
pub(super) async fn record_contradicted(session: &Session, load: u64) -> Result<u64, IngestError> {
    let blocks = format!(
        "(SELECT chain_id, block_number, block_hash, block_timestamp FROM {STAGING_ROWS} WHERE bad_column = 0) AS block"
    );
    let mut contradicted = 0;
    for kind in [DatasetKind::Logs, DatasetKind::Transactions] {
        let position = position(kind);
        let rows = format!(
            "(SELECT chain_id, block_number, {position} AS position, block_hash, block_timestamp, load FROM {} FINAL \
             WHERE (chain_id, block_number) IN (SELECT chain_id, block_number FROM {STAGING_ROWS} WHERE bad_column = 0) \
             AND time_from_block = 0 AND isNotNull(block_timestamp)) AS stored INNER JOIN {blocks} \
             ON stored.chain_id = block.chain_id AND stored.block_number = block.block_number \
             WHERE {} AND stored.block_timestamp != block.block_timestamp",
            kind.table(),
            same_block("stored", "block")
        );
        let found = session.number(OPERATION, &format!("SELECT count() FROM {rows}"), &[]).await?;
        if found == 0 {
            continue;
        }
        contradicted += found;
        let sql = format!(
            "INSERT INTO load_conflicts (chain_id, dataset, block_number, position, load, stored_load, columns, is_replaced, version) \
             SELECT stored.chain_id, {{dataset:String}}, stored.block_number, stored.position, {{load:UInt64}}, stored.load, \
             ['block_timestamp'], 0, {{load:UInt64}} FROM {rows} ORDER BY stored.chain_id, stored.block_number LIMIT {KEPT_CONFLICTS}"
        );
        let parameters = [("dataset", Value::Text(kind.name().to_owned())), ("load", Value::UInt64(load))];
        session.execute(OPERATION, &sql, &parameters).await?;
    }
    Ok(contradicted)
}
