//! The newest data of each chain.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectChainHeads, "src/evaluation/prices/chain_heads.sql");

/// A chain that something is loaded of.
#[derive(Row, Clone, Copy)]
pub struct ChainHead {
    pub chain_id: i64,
    /// The time of its newest data.
    pub newest_at: Time,
    pub newest_block: i64,
    /// Blocks below the head that may still be replaced.
    pub finality_depth: i64,
}

/// Reads the heads of all chains.
pub fn heads_of_chains() -> Result<Vec<ChainHead>, JobFailure> {
    Ok(SelectChainHeads {}.all()?)
}
