//! The block at which the server's chain and the stored one part.

use std::collections::BTreeMap;

use alloy_primitives::B256;

use super::super::error::IngestError;
use super::super::session::Session;
use super::client::ChainClient;
use super::fault::Fault;
use quarry_stores::result_set::Value;

/// The blocks of a chain that may be compared, both ends included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) lowest: u64,
    pub(super) highest: u64,
}

/// The stored hashes of a chain's blocks.
pub(super) async fn stored_hashes(
    session: &Session,
    chain_id: u64,
    window: Window,
) -> Result<BTreeMap<u64, B256>, IngestError> {
    let sql = "SELECT block_number, lower(hex(block_hash)) FROM blocks FINAL WHERE chain_id = {chain_id:UInt64} \
               AND block_number BETWEEN {lowest:UInt64} AND {highest:UInt64} AND block_hash != toFixedString('', 32)";
    let parameters = [
        ("chain_id", Value::UInt64(chain_id)),
        ("lowest", Value::UInt64(window.lowest)),
        ("highest", Value::UInt64(window.highest)),
    ];
    let rows = session.rows("reading the hashes of stored blocks", sql, &parameters).await?;
    let mut hashes = BTreeMap::new();
    for row in 0..rows.count() {
        // The text is made of 32 bytes, so it parses.
        if let Ok(hash) = rows.text(row, 1)?.parse() {
            hashes.insert(rows.number(row, 0)?, hash);
        }
    }
    Ok(hashes)
}

/// The hash that a stored block names as its parent's.
pub(super) async fn stored_parent(session: &Session, chain_id: u64, block: u64) -> Result<Option<B256>, IngestError> {
    let sql = "SELECT lower(hex(parent_hash)) FROM blocks FINAL WHERE chain_id = {chain_id:UInt64} \
               AND block_number = {block:UInt64} AND parent_hash != toFixedString('', 32)";
    let parameters = [("chain_id", Value::UInt64(chain_id)), ("block", Value::UInt64(block))];
    let rows = session.rows("reading the parent of a stored block", sql, &parameters).await?;
    Ok(if rows.count() == 0 { None } else { rows.text(0, 0)?.parse().ok() })
}

/// The highest of the stored blocks that the server has under the same hash. One question a block, from above; blocks
/// that are not stored are passed over.
pub(super) async fn common_ancestor(client: &ChainClient, stored: &BTreeMap<u64, B256>) -> Result<Option<u64>, Fault> {
    for (block, hash) in stored.iter().rev() {
        if client.header(*block).await?.is_some_and(|header| header.hash == *hash) {
            return Ok(Some(*block));
        }
    }
    Ok(None)
}
