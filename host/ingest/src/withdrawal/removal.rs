//! Takes rows out: tombstones that pass through the views, hashes and times that came with them, and what no view follows.

use super::Scope;
use crate::dataset::DatasetKind;
use crate::error::IngestError;
use crate::load::{self, POOLS_OF_TOKENS, stored_columns};
use crate::replacement;
use crate::session::Session;
use crate::staging::{self, STAGING_REPLACED};
use crate::worth;
use quarry_stores::result_set::Value;

const OPERATION: &str = "withdrawing rows";
/// The blocks that lose rows.
const OF_BLOCKS: &str = "(chain_id, block_number) IN (SELECT chain_id, block_number FROM staging_replaced)";

/// Removes the rows of a scope. What is derived by whole days is made by the caller.
pub(super) async fn remove(session: &Session, scope: &Scope, version: u64) -> Result<(), IngestError> {
    staging::clean(session).await?;
    note_blocks(session, scope).await?;
    for (kind, rows) in &scope.rows {
        touch_days(session, *kind, rows).await?;
        if *kind == DatasetKind::Pools {
            let pools = format!("SELECT chain_id, address FROM pools FINAL WHERE {rows}");
            worth::take_prices_back(session, &pools, version).await?;
        }
        if *kind == DatasetKind::Blocks {
            take_times_back(session, rows, version).await?;
        }
        replacement::tombstone(session, *kind, rows, version + 1, &[]).await?;
        if *kind == DatasetKind::HealthFactors {
            forget_snapshots(session).await?;
        }
    }
    know_hashes_again(session, version).await
}

/// Notes in the journal that the load is gone, and that nobody is in conflict with it any more.
pub(super) async fn note(session: &Session, scope: &Scope, version: u64) -> Result<(), IngestError> {
    for range in &scope.ranges {
        if scope.load.is_none() {
            open_gap(session, range, version).await?;
        }
    }
    let Some(load) = scope.load else { return Ok(()) };
    let parameters = [("load", Value::UInt64(load)), ("version", Value::UInt64(version))];
    let columns = "number, version, dataset, file, digest, chain_ids, first_block, last_block, rows, rows_bad, conflicts, \
                   started_at, finished_at";
    let sql = format!(
        "INSERT INTO loads ({columns}, withdrawn_at, revision) SELECT {columns}, now('UTC'), 2 FROM loads FINAL \
         WHERE number = {{load:UInt64}}"
    );
    session.execute(OPERATION, &sql, &parameters).await?;
    let columns = "chain_id, dataset, block_number, position, load, stored_load, columns, is_replaced";
    let sql = format!(
        "INSERT INTO load_conflicts ({columns}, version, is_deleted) SELECT {columns}, {{version:UInt64}}, 1 \
         FROM load_conflicts FINAL WHERE load = {{load:UInt64}} OR stored_load = {{load:UInt64}}"
    );
    session.execute(OPERATION, &sql, &parameters).await
}

/// Lists the blocks that lose rows, while they are still there.
async fn note_blocks(session: &Session, scope: &Scope) -> Result<(), IngestError> {
    let create = format!(
        "CREATE TABLE {STAGING_REPLACED} (chain_id UInt64, block_number UInt64) ENGINE = MergeTree ORDER BY (chain_id, block_number)"
    );
    session.execute(OPERATION, &create, &[]).await?;
    for (kind, rows) in scope.rows.iter().filter(|(kind, _)| kind.has_blocks()) {
        let sql = format!(
            "INSERT INTO {STAGING_REPLACED} SELECT DISTINCT chain_id, block_number FROM {} FINAL WHERE {rows}",
            kind.table()
        );
        session.execute(OPERATION, &sql, &[]).await?;
    }
    Ok(())
}

/// Lists the days whose bars depend on the tokens or pools that go.
async fn touch_days(session: &Session, kind: DatasetKind, rows: &str) -> Result<(), IngestError> {
    let (table, pools) = match kind {
        DatasetKind::Tokens => ("tokens", POOLS_OF_TOKENS),
        DatasetKind::Pools => ("pools", "SELECT chain_id, address FROM changed"),
        _ => return Ok(()),
    };
    let changed = format!("SELECT chain_id, address FROM {table} FINAL WHERE {rows}");
    load::touch_days_of(session, &changed, pools, &[]).await
}

/// Logs and transactions that had their time from the blocks wait again: their rows of that time go, with what was decoded
/// of them, and come back without a time.
async fn take_times_back(session: &Session, rows: &str, version: u64) -> Result<(), IngestError> {
    for kind in [DatasetKind::Logs, DatasetKind::Transactions] {
        let table = kind.table();
        let timed = format!(
            "time_from_block = 1 AND (chain_id, block_number) IN (SELECT chain_id, block_number FROM blocks FINAL WHERE {rows})"
        );
        let count = format!("SELECT count() FROM (SELECT 1 FROM {table} FINAL WHERE {timed} LIMIT 1)");
        if session.number(OPERATION, &count, &[]).await? == 0 {
            continue;
        }
        let columns = stored_columns(kind);
        let create = format!(
            "CREATE TABLE {} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM {table} FINAL WHERE {timed}",
            staging::STAGING_MERGED
        );
        session.execute(OPERATION, &create, &[]).await?;
        replacement::tombstone(session, kind, &timed, version, &[]).await?;
        let untimed: Vec<_> = columns
            .iter()
            .map(|column| match *column {
                "block_timestamp" => "NULL".to_owned(),
                "time_from_block" => "0".to_owned(),
                other => other.to_owned(),
            })
            .collect();
        let sql = format!(
            "INSERT INTO {table} ({}, load, version, is_deleted) SELECT {}, load, {{version:UInt64}}, 0 FROM {}",
            columns.join(", "),
            untimed.join(", "),
            staging::STAGING_MERGED
        );
        session.execute(OPERATION, &sql, &[("version", Value::UInt64(version + 1))]).await?;
        session.execute(OPERATION, &format!("DROP TABLE {} SYNC", staging::STAGING_MERGED), &[]).await?;
    }
    Ok(())
}

/// Snapshots of which no account is left are not snapshots.
async fn forget_snapshots(session: &Session) -> Result<(), IngestError> {
    let sql = "ALTER TABLE health_factor_snapshots DELETE WHERE (chain_id, protocol, block_number) NOT IN \
               (SELECT chain_id, protocol, block_number FROM health_factors FINAL) SETTINGS mutations_sync = 1";
    session.execute(OPERATION, sql, &[]).await
}

/// The hashes of those blocks are what the rows that are left say.
async fn know_hashes_again(session: &Session, version: u64) -> Result<(), IngestError> {
    let parameters = [("version", Value::UInt64(version))];
    let forget = format!(
        "INSERT INTO block_hashes (chain_id, block_number, block_hash, version, is_deleted) \
         SELECT chain_id, block_number, block_hash, {{version:UInt64}}, 1 FROM block_hashes FINAL WHERE {OF_BLOCKS}"
    );
    session.execute(OPERATION, &forget, &parameters).await?;
    let known: Vec<_> = ["logs", "transactions", "blocks"]
        .iter()
        .map(|table| {
            format!("SELECT DISTINCT chain_id, block_number, block_hash FROM {table} FINAL WHERE {OF_BLOCKS} AND block_hash != toFixedString('', 32)")
        })
        .collect();
    let know = format!(
        "INSERT INTO block_hashes (chain_id, block_number, block_hash, version, is_deleted) \
         SELECT chain_id, block_number, any(block_hash), {{version:UInt64}} + 1, 0 FROM ({}) GROUP BY chain_id, block_number",
        known.join(" UNION ALL ")
    );
    session.execute(OPERATION, &know, &parameters).await
}

/// Blocks of a followed chain are missing now; they are listed like those that a server did not have.
async fn open_gap(session: &Session, range: &staging::BlockRange, version: u64) -> Result<(), IngestError> {
    let sql = "INSERT INTO completeness_gaps (chain_id, first_block, last_block, reason, opened_at, closed_at, version, is_deleted) \
               SELECT chain_id, greatest(first_block, {first_block:UInt64}), least(next_block - 1, {last_block:UInt64}), 'not_fetched', \
               now('UTC'), NULL, {version:UInt64}, 0 FROM followed_chains FINAL WHERE chain_id = {chain_id:UInt64} \
               AND next_block > first_block AND first_block <= {last_block:UInt64} AND next_block > {first_block:UInt64}";
    let mut parameters = range.parameters();
    parameters.push(("version", Value::UInt64(version)));
    session.execute(OPERATION, sql, &parameters).await
}
