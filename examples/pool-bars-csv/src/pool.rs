//! The pool that a request means.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectPools, "sql/pools.sql");

/// A pool that was found.
pub struct FoundPool {
    pub chain_id: u64,
    /// Its slug, or its number where it has none.
    pub chain: String,
}

/// The pool at `address`; without a chain it must be a pool on one chain alone.
pub fn find(address: &Address, chain: Option<Chain>) -> Result<FoundPool, Problem> {
    let pools = SelectPools { address: address.0.clone(), chain_id: chain.map(|chain| chain.0) }.query()?;
    let hex = address.to_hex();
    if pools.is_empty() {
        return Err(Problem::not_found(format!("No pool has the address {hex}; GET /pairs lists the pools.")));
    }
    let names: Vec<String> = (0..pools.row_count()).filter_map(|row| pools.text(row, "chain")).collect();
    if names.len() > 1 {
        return Err(Problem::several_chains(format_args!("The pool {hex}"), names));
    }
    let chain_id = pools.integer(0, "chain_id").and_then(|id| u64::try_from(id).ok()).unwrap_or_default();
    Ok(FoundPool { chain_id, chain: names.concat() })
}
