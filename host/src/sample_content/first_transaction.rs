//! The transactions of the sample chain that its content names.

use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

const FIRST_TRANSACTION: &str = "SELECT transaction_hash FROM transactions FINAL \
    WHERE chain_id = {chain_id:UInt64} AND block_number = {block_number:UInt64} ORDER BY transaction_index LIMIT 1";

/// The hash of the first transaction of a block, where the warehouse has the block.
pub(super) async fn first_transaction(
    warehouse: &Warehouse,
    chain_id: u64,
    block_number: u64,
) -> Result<Option<String>, WarehouseError> {
    let parameters =
        [("chain_id".to_owned(), Value::UInt64(chain_id)), ("block_number".to_owned(), Value::UInt64(block_number))];
    let bounds =
        QuerySettings { deadline: Duration::from_secs(30), max_rows: 1, max_memory_bytes: 256 << 20, readonly: true };
    let rows = warehouse.query(FIRST_TRANSACTION, &parameters, bounds).await?.rows;
    Ok(match rows.column("transaction_hash").filter(|_| rows.row_count > 0).map(|column| column.value(0)) {
        Some(Value::Bytes(hash)) => Some(format!("0x{}", const_hex::encode(hash))),
        _ => None,
    })
}
