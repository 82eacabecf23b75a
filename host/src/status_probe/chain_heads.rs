//! The question to the warehouse.

use crate::stores::result_set::{ResultSet, Value};
use crate::stores::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

const SQL: &str = include_str!("sql/chain_heads.sql");

/// A warehouse that needs longer than this is not reachable for those who ask it.
const DEADLINE: Duration = Duration::from_secs(5);
/// Far more than there are chains.
const MAX_CHAINS: u64 = 1_000;

/// The newest ingested block of a chain.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChainHead {
    pub(super) chain: String,
    pub(super) chain_id: i64,
    pub(super) latest_block: i64,
    /// Microseconds since the epoch.
    pub(super) latest_block_at: i64,
}

/// The heads, or `None` when the warehouse is not reachable. One that answers with a refusal is: its chains are
/// unknown then.
pub(super) async fn read(warehouse: &Warehouse) -> Option<Vec<ChainHead>> {
    let settings =
        QuerySettings { deadline: DEADLINE, max_rows: MAX_CHAINS, max_memory_bytes: 1 << 30, readonly: true };
    match warehouse.query(SQL, &[], settings).await {
        Ok(answer) => Some((0..answer.rows.row_count).filter_map(|row| head(&answer.rows, row)).collect()),
        Err(error @ (WarehouseError::Unavailable { .. } | WarehouseError::DeadlineExceeded { .. })) => {
            tracing::info!(%error, "the status probe did not reach the warehouse");
            None
        }
        Err(error) => {
            tracing::error!(%error, "the status probe was answered with a failure; its chains are unknown");
            Some(Vec::new())
        }
    }
}

fn head(rows: &ResultSet, row: usize) -> Option<ChainHead> {
    let value = |name: &str| rows.column(name).map(|column| column.value(row));
    match (value("chain")?, value("chain_id")?, value("latest_block")?, value("latest_block_at")?) {
        (
            Value::Text(chain),
            Value::UInt64(chain_id),
            Value::UInt64(latest_block),
            Value::Timestamp(latest_block_at),
        ) => Some(ChainHead {
            chain,
            chain_id: chain_id.try_into().ok()?,
            latest_block: latest_block.try_into().ok()?,
            latest_block_at,
        }),
        _ => None,
    }
}
