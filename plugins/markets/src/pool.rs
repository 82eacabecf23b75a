//! The pool that a series belongs to.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectPool, "sql/pool.sql");

/// One side of a pool.
#[derive(Schema)]
pub struct PoolToken {
    pub address: Address,
    /// Null when the token's contract is not in the registry.
    #[schema(example = "USDC")]
    pub symbol: Option<String>,
    /// Null when unknown: prices are then null too.
    #[schema(example = 6)]
    pub decimals: Option<u64>,
}

/// A tracked pool.
#[derive(Schema)]
pub struct Pool {
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// Slug of the exchange that the pool belongs to.
    #[schema(example = "uniswap_v2")]
    pub protocol: String,
    /// `v2`: priced by its reserves; `v3`: priced by its swaps.
    #[schema(example = "v2")]
    pub source: String,
    /// In hundredths of a basis point (3000 is 0.3%); null where the pool does not say.
    #[schema(example = 3000)]
    pub fee: Option<u64>,
    pub token0: PoolToken,
    pub token1: PoolToken,
}

/// A pool that was found: its description stays in the host.
pub struct FoundPool {
    pub address: Address,
    pub chain_id: u64,
    /// What the prices are made of: `v2_reserves` or `v3_swaps`.
    pub source: &'static str,
    pub description: ResultSet,
}

/// The pool at `address`. Without a chain the address must be a pool on one chain only.
pub fn find(address: Address, chain: Option<Chain>) -> Result<FoundPool, Problem> {
    let description = SelectPool { address: address.0.clone(), chain_id: chain.map(|chain| chain.0) }.query()?;
    let chains: Vec<String> = (0..description.row_count()).filter_map(|row| description.text(row, "chain")).collect();
    let hex = address.to_hex();
    match chains.len() {
        0 => Err(Problem::not_found(match chain {
            Some(chain) => format!("No tracked pool has the address {hex} on chain {}.", chain.0),
            None => format!("No tracked pool has the address {hex}; GET /pairs lists the pools."),
        })),
        1 => {
            let chain_id = description.integer(0, "chain_id").and_then(|id| u64::try_from(id).ok()).unwrap_or_default();
            let source = match description.text(0, "source").as_deref() {
                Some("v3") => "v3_swaps",
                _ => "v2_reserves",
            };
            Ok(FoundPool { address, chain_id, source, description })
        }
        _ => Err(Problem::invalid_parameter(
            "chain",
            format!("The address {hex} is a pool on several chains: pass chain, one of {}.", chains.join(", ")),
        )),
    }
}
