//! The pool that a series belongs to, and what its prices are made of.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectPool, "sql/pool.sql", address: Address, chain_id: Chain);

/// The source of a pool's prices.
#[derive(Choice, Clone, Copy)]
pub enum PairSource {
    /// By its reserves, after each `Sync`.
    V2,
    /// By its swaps.
    V3,
}

/// The data that prices are estimated from.
#[derive(Choice, Clone, Copy)]
pub enum PriceSource {
    V2Reserves,
    V3Swaps,
}

/// One side of a pool.
#[derive(Schema)]
pub struct PoolToken {
    /// The token's contract.
    #[schema(example = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")]
    pub address: Address,
    /// The token's short name. Null when the token's contract is not in the registry.
    #[schema(example = "USDC")]
    pub symbol: Option<String>,
    /// Digits after the point of an amount; null when unknown: prices are then null too.
    #[schema(example = 6)]
    pub decimals: Option<u64>,
}

/// A tracked pool.
#[derive(Schema)]
pub struct Pool {
    /// The pool's contract.
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
    pub source: PairSource,
    /// The pool's fee in hundredths of a basis point (3000 is 0.3%); null where the pool does not say.
    #[schema(example = 3000)]
    pub fee: Option<u64>,
    /// The token that prices are counted in.
    pub token0: PoolToken,
    /// The token that is priced.
    #[schema(example = { "address": "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", "symbol": "WETH", "decimals": 18 })]
    pub token1: PoolToken,
}

/// A pool that was found: its description stays in the host.
pub struct FoundPool {
    pub address: Address,
    pub chain_id: u64,
    /// The data that the prices are made of.
    pub source: PriceSource,
    pub description: ResultSet,
}

/// The pool at `address`. Without a chain the address must be a pool on one chain only.
pub fn find(address: Address, chain: Option<Chain>) -> Result<FoundPool, Problem> {
    let description = SelectPool { address: address.clone(), chain_id: chain }.query()?;
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
                Some("v3") => PriceSource::V3Swaps,
                _ => PriceSource::V2Reserves,
            };
            Ok(FoundPool { address, chain_id, source, description })
        }
        _ => Err(Problem::several_chains(format_args!("The pool {hex}"), chains)),
    }
}
