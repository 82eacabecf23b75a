//! Blocks whose node counts logs within each transaction: two logs of one block have one index, which is the place that a log is
//! found by. Such blocks are counted anew, as nodes count that follow the specification: by transaction, then by index.
//!
//! Always true: a block that comes whole gets the same places from every file and from following, so a replay changes nothing. A block of
//! which files bring parts gets those of the part; a row whose place is taken then is a conflict, which is named and counted.
//! A transaction's index under which two transactions come is a contradiction: such a block is left as it is, and its rows meet as conflicts.

use super::error::IngestError;
use super::session::Session;
use super::staging::STAGING_NUMBERED;
use super::staging_sql::STAGING_ROWS;

const OPERATION: &str = "telling logs of one index apart";
const ON_DISK: &str =
    "SETTINGS max_bytes_before_external_group_by = 268435456, max_bytes_before_external_sort = 268435456";

/// The staged blocks in which an index comes with several transactions.
fn counted_within() -> String {
    format!(
        "SELECT chain_id, block_number FROM (\
         SELECT chain_id, block_number, log_index FROM {STAGING_ROWS} WHERE bad_column = 0 \
         GROUP BY chain_id, block_number, log_index HAVING min(transaction_index) != max(transaction_index)) \
         WHERE (chain_id, block_number) NOT IN (\
         SELECT chain_id, block_number FROM {STAGING_ROWS} WHERE bad_column = 0 \
         GROUP BY chain_id, block_number, transaction_index HAVING min(transaction_hash) != max(transaction_hash)) \
         GROUP BY chain_id, block_number"
    )
}

/// Gives the staged logs of such blocks their place within the block. Tells how many blocks there are.
pub(super) async fn tell_apart(session: &Session) -> Result<u64, IngestError> {
    let blocks =
        session.number(OPERATION, &format!("SELECT count() FROM ({}) {ON_DISK}", counted_within()), &[]).await?;
    if blocks == 0 {
        return Ok(0);
    }
    session.execute(OPERATION, &format!("CREATE TABLE {STAGING_NUMBERED} AS {STAGING_ROWS}"), &[]).await?;
    // In the order of the file, which decides between rows that contradict each other.
    let sql = format!(
        "INSERT INTO {STAGING_NUMBERED} SELECT * EXCEPT (file_place, block_place) REPLACE (\
         if(bad_column = 0 AND (chain_id, block_number) IN ({}), toUInt32(block_place - 1), log_index) AS log_index) FROM (\
         SELECT *, _part_starting_offset + _part_offset AS file_place, dense_rank() OVER (\
         PARTITION BY bad_column, chain_id, block_number ORDER BY transaction_index, log_index) AS block_place FROM {STAGING_ROWS}) \
         ORDER BY file_place {ON_DISK}, max_threads = 1, max_insert_threads = 1",
        counted_within()
    );
    session.execute(OPERATION, &sql, &[]).await?;
    session.execute(OPERATION, &format!("DROP TABLE {STAGING_ROWS} SYNC"), &[]).await?;
    session.execute(OPERATION, &format!("RENAME TABLE {STAGING_NUMBERED} TO {STAGING_ROWS}"), &[]).await?;
    Ok(blocks)
}
