//! `GET /public/home`.

use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(warehouse, SelectHomeChains, "sql/home_chains.sql");

/// The figures of one chain.
#[derive(Row, Schema, Serialize)]
pub struct HomeChain {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// Number of tracked pools.
    #[schema(example = 31)]
    pub pools: u64,
    /// Tokens in the registry.
    #[schema(example = 14)]
    pub tokens: u64,
    /// Daily price bars.
    #[schema(example = 2610)]
    pub daily_bars: u64,
    /// Time of the newest event in the bars; null without one.
    #[schema(example = "2024-01-05T00:00:00Z")]
    pub newest_bar_at: Option<Time>,
    /// The newest block that was ingested; null where only a registry was.
    #[schema(example = 18944480)]
    pub newest_block: Option<u64>,
    /// The time at which that block was made.
    #[schema(example = "2024-01-05T00:00:00Z")]
    pub newest_block_at: Option<Time>,
}

/// The source of the figures.
pub struct HomeSource;

impl Schema for HomeSource {
    fn schema() -> Json {
        json!({ "type": "string", "const": "warehouse" })
    }

    fn example() -> Json {
        json!("warehouse")
    }
}

#[derive(Schema)]
pub struct Home {
    /// The source of the figures.
    pub source: HomeSource,
    /// Time of the newest data that the figures take in; null in an empty warehouse.
    pub as_of: Option<Time>,
    /// Tracked pools of all chains.
    #[schema(example = 40)]
    pub pools: i64,
    /// Daily price bars of all chains.
    #[schema(example = 3120)]
    pub daily_bars: i64,
    /// Chains by chain id.
    pub chains: Vec<HomeChain>,
}

/// Show what the service holds right now
#[endpoint(get = "/public/home", keyless, body = Home)]
pub fn get_public_home() -> Result<Answer, Problem> {
    let chains: Vec<HomeChain> = SelectHomeChains {}.all()?;
    let newest = chains.iter().flat_map(|chain| [chain.newest_block_at, chain.newest_bar_at]);
    Ok(Answer::object()
        .member("source", "warehouse")
        .member("as_of", &newest.flatten().max())
        .member("pools", &chains.iter().map(|chain| chain.pools).sum::<u64>())
        .member("daily_bars", &chains.iter().map(|chain| chain.daily_bars).sum::<u64>())
        .member("chains", &chains)
        .into())
}
