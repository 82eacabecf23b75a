//! The rows that would go, counted before anything is done.

use super::Scope;
use crate::dataset::DatasetKind;
use crate::error::IngestError;
use crate::session::Session;

const OPERATION: &str = "counting what would go";

/// The rows that would go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithdrawalPlan {
    /// Rows by table, and what is derived from them.
    pub parts: Vec<Part>,
    /// Other loads that are touched: rows that do not come back by themselves.
    pub overlaps: Vec<Overlap>,
    /// Chains and blocks, to compare with what holds on to them.
    pub blocks: Vec<(u64, u64, u64)>,
}

/// Rows of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub rows: u64,
    /// True when it is made of other parts' rows.
    pub is_derived: bool,
}

/// Rows that stay away until another load is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// 0: rows without a numbered load.
    pub load: u64,
    pub file: String,
    pub rows: u64,
    /// The relation of the load to these rows.
    pub reason: String,
}

impl WithdrawalPlan {
    /// Rows that go, without those that are derived.
    pub fn rows(&self) -> u64 {
        self.parts.iter().filter(|part| !part.is_derived).map(|part| part.rows).sum()
    }
}

pub(super) async fn plan(session: &Session, scope: &Scope) -> Result<WithdrawalPlan, IngestError> {
    let mut parts = Vec::new();
    for (kind, rows) in &scope.rows {
        let sql = format!("SELECT count() FROM {} FINAL WHERE {rows}", kind.table());
        let rows = session.number(OPERATION, &sql, &[]).await?;
        parts.push(Part { name: kind.name().to_owned(), rows, is_derived: false });
    }
    for (kind, rows) in &scope.rows {
        parts.extend(derived(session, *kind, rows).await?);
    }
    parts.retain(|part| part.rows > 0);
    let overlaps = match scope.load {
        Some(load) => overlaps_of_load(session, load).await?,
        None => loads_of_rows(session, scope).await?,
    };
    let blocks = scope.ranges.iter().map(|range| (range.chain_id, range.first_block, range.last_block)).collect();
    Ok(WithdrawalPlan { parts, overlaps, blocks })
}

/// The parts that were made of the rows of a kind.
async fn derived(session: &Session, kind: DatasetKind, rows: &str) -> Result<Vec<Part>, IngestError> {
    let queries: Vec<(&str, String)> = match kind {
        DatasetKind::Logs => [
            ("V2 syncs", "v2_syncs"),
            ("V2 swaps", "v2_swaps"),
            ("V3 swaps", "v3_swaps"),
            ("liquidations", "liquidations"),
            ("absorptions", "absorptions"),
        ]
        .into_iter()
        .map(|(name, table)| {
            let places = format!("(chain_id, block_number, log_index) IN (SELECT chain_id, block_number, log_index FROM logs FINAL WHERE {rows})");
            (name, format!("SELECT count() FROM {table} FINAL WHERE {places}"))
        })
        .chain([(
            "days of bars that are made again",
            format!(
                "SELECT count() FROM (SELECT DISTINCT chain_id, address, toDate(block_timestamp) FROM logs FINAL \
                 WHERE {rows} AND event IN ('v2_sync', 'v2_swap', 'v3_swap'))"
            ),
        )])
        .collect(),
        DatasetKind::Blocks => vec![(
            "logs and transactions that wait for their block again",
            format!(
                "SELECT (SELECT count() FROM logs FINAL WHERE time_from_block = 1 AND (chain_id, block_number) IN \
                 (SELECT chain_id, block_number FROM blocks FINAL WHERE {rows})) + \
                 (SELECT count() FROM transactions FINAL WHERE time_from_block = 1 AND (chain_id, block_number) IN \
                 (SELECT chain_id, block_number FROM blocks FINAL WHERE {rows}))"
            ),
        )],
        DatasetKind::Tokens => vec![(
            "pools whose prices are null then",
            format!(
                "SELECT count() FROM pools FINAL WHERE (chain_id, token0) IN (SELECT chain_id, address FROM tokens FINAL WHERE {rows}) \
                 OR (chain_id, token1) IN (SELECT chain_id, address FROM tokens FINAL WHERE {rows})"
            ),
        )],
        DatasetKind::LendingDeployments => vec![
            (
                "liquidations that belong to no deployment then",
                format!(
                    "SELECT count() FROM liquidations FINAL WHERE (chain_id, address) IN \
                     (SELECT chain_id, address FROM lending_deployments FINAL WHERE {rows})"
                ),
            ),
            (
                "absorptions that belong to no deployment then",
                format!(
                    "SELECT count() FROM absorptions FINAL WHERE (chain_id, address) IN \
                     (SELECT chain_id, address FROM lending_deployments FINAL WHERE {rows})"
                ),
            ),
        ],
        _ => Vec::new(),
    };
    let mut parts = Vec::new();
    for (name, sql) in queries {
        let rows = session.number(OPERATION, &sql, &[]).await?;
        parts.push(Part { name: name.to_owned(), rows, is_derived: true });
    }
    Ok(parts)
}

/// The loads that had brought rows of this one before, those that it took the place of, and those that came after and were
/// refused.
async fn overlaps_of_load(session: &Session, load: u64) -> Result<Vec<Overlap>, IngestError> {
    let sql = format!(
        "SELECT other, any(named.file), sum(rows), reason FROM (\
         SELECT earlier_load AS other, sum(rows) AS rows, if(reason = 'repeated', 'had brought them too', \
         'had brought rows of blocks that this load replaced') AS reason \
         FROM load_overlaps WHERE load = {load} GROUP BY earlier_load, reason \
         UNION ALL \
         SELECT load AS other, count() AS rows, 'has rows that were not taken because of this load''s' AS reason \
         FROM load_conflicts FINAL WHERE stored_load = {load} AND load != {load} AND is_replaced = 0 GROUP BY load) AS overlap \
         LEFT JOIN (SELECT number, file FROM loads FINAL) AS named ON named.number = overlap.other \
         GROUP BY other, reason ORDER BY other, reason"
    );
    read(session, &sql).await
}

/// The loads that the rows of a range belong to.
async fn loads_of_rows(session: &Session, scope: &Scope) -> Result<Vec<Overlap>, IngestError> {
    let each: Vec<_> = scope
        .rows
        .iter()
        .map(|(kind, rows)| {
            format!("SELECT load, toUInt64(count()) AS rows FROM {} FINAL WHERE {rows} GROUP BY load", kind.table())
        })
        .collect();
    let sql = format!(
        "SELECT counted.load, any(named.file), sum(counted.rows), 'brought them' FROM ({}) AS counted \
         LEFT JOIN (SELECT number, file FROM loads FINAL) AS named ON named.number = counted.load \
         GROUP BY counted.load ORDER BY counted.load",
        each.join(" UNION ALL ")
    );
    read(session, &sql).await
}

async fn read(session: &Session, sql: &str) -> Result<Vec<Overlap>, IngestError> {
    let rows = session.rows(OPERATION, sql, &[]).await?;
    (0..rows.count())
        .map(|row| {
            Ok(Overlap {
                load: rows.number(row, 0)?,
                file: rows.text(row, 1)?,
                rows: rows.number(row, 2)?,
                reason: rows.text(row, 3)?,
            })
        })
        .collect()
}
