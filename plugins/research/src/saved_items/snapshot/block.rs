//! The copy of a block: its header. Its transactions are copies of their own.

use crate::saved_items::snapshot::{KnownChain, Snapshot};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectSavedBlock, "src/saved_items/snapshot/saved_block.sql");

#[derive(Row)]
struct BlockRow {
    chain_id: u64,
    chain: String,
    block_number: u64,
    block_hash: String,
    parent_hash: Option<String>,
    block_timestamp: Time,
    miner: Option<String>,
    gas_limit: Option<String>,
    gas_used: Option<String>,
    base_fee_per_gas: Option<String>,
    size_bytes: Option<String>,
    transaction_count: Option<String>,
    extra_data: Option<String>,
}

/// The name of a block in a request.
pub enum BlockName<'a> {
    Number(u64),
    Hash(&'a Hash),
}

/// Reads the block of that name.
pub fn copy_of_block(name: &BlockName<'_>, chain: Option<&KnownChain>) -> Result<Snapshot, Problem> {
    let (field, said, number, hash) = match name {
        BlockName::Number(number) => ("block_number", number.to_string(), Some(*number), None),
        BlockName::Hash(hash) => ("hash", hash.to_hex(), None, Some(hash.0.clone())),
    };
    let mut found: Vec<BlockRow> =
        SelectSavedBlock { chain_id: chain.map(|chain| chain.chain_id), number, hash }.all()?;
    if found.len() > 1 {
        let chains = found.into_iter().map(|block| block.chain).collect();
        return Err(Problem::several_chains_for_field(format_args!("The block {said}"), chains));
    }
    let on = chain.map(|chain| format!(" on {}", chain.word)).unwrap_or_default();
    let block = found.pop().ok_or_else(|| Problem::invalid_field(field, format!("No block {said} is known{on}.")))?;
    if block.block_hash.is_empty() {
        let sentence = format!("The hash of the block {said} is not known{on}: it cannot be told from another one.");
        return Err(Problem::invalid_field(field, sentence));
    }
    let content = json!({
        "chain": block.chain, "chain_id": block.chain_id.to_string(), "block_number": block.block_number.to_string(),
        "block_hash": block.block_hash, "parent_hash": block.parent_hash, "block_timestamp": block.block_timestamp,
        "miner": block.miner, "gas_limit": block.gas_limit, "gas_used": block.gas_used,
        "base_fee_per_gas": block.base_fee_per_gas, "size_bytes": block.size_bytes,
        "transaction_count": block.transaction_count, "raw": { "extra_data": block.extra_data },
    });
    let hash = block.block_hash.clone();
    Ok(Snapshot {
        chain_id: block.chain_id,
        block_number: block.block_number,
        hash,
        block_hash: block.block_hash,
        content,
    })
}
