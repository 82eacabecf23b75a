//! Pools ranked by activity: what `GET /pairs` and `GET /public/prices` list.

use crate::pool::PoolToken;
use crate::series::Orientation;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectRankingHour, "sql/ranking_hour.sql");
statement!(warehouse, SelectRankedPools, "sql/ranked_pools.sql");

/// How a pool is priced.
#[derive(Choice, Clone, Copy)]
pub enum PairSource {
    /// By its reserves, after each `Sync`.
    V2,
    /// By its swaps.
    V3,
}

/// A pool and what happened in it in the 24 hours before `ranked_at`.
#[derive(Schema)]
pub struct RankedPool {
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
    /// In hundredths of a basis point (3000 is 0.3%); null where the pool does not say.
    #[schema(example = 3000)]
    pub fee: Option<u64>,
    /// What prices are counted in.
    pub token0: PoolToken,
    /// What prices are of.
    #[schema(example = { "address": "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", "symbol": "WETH", "decimals": 18 })]
    pub token1: PoolToken,
    /// Swaps in the 24 hours before `ranked_at`.
    #[schema(example = 5120)]
    pub trades_24h: u64,
    /// token0 that changed hands in those hours; null while its decimals are unknown.
    #[schema(example = "8963867.257726")]
    pub volume_token0_24h: Option<DecimalText>,
    /// token1 that changed hands in those hours; null while its decimals are unknown.
    #[schema(example = "3944.060241338290047152")]
    pub volume_token1_24h: Option<DecimalText>,
    /// The newest price before `ranked_at`, token0 per token1; null when there is none or decimals are unknown.
    pub price: Option<DecimalText>,
    /// When that price was set; null when the pool had no price event yet.
    pub price_at: Option<Time>,
}

/// What the ranked lists can be narrowed by.
pub struct Filter {
    pub base: Option<Token>,
    pub quote: Option<Token>,
    pub q: Option<String>,
    pub source: Option<PairSource>,
    pub chain: Option<Chain>,
}

/// One page of the ranking. The first page takes the ranking as of the newest full hour in the warehouse and pins it,
/// so that a walk sees one ranking however long it takes.
pub fn page(request: &Request, filter: Filter) -> Result<Answer, Problem> {
    let ranked_at = match request.pinned("ranked_at") {
        Some(Value::Timestamp(microseconds)) => Some(Time { microseconds: *microseconds }),
        _ => SelectRankingHour {}.query()?.time(0, "ranked_at"),
    };
    let until = ranked_at.unwrap_or(Time { microseconds: 0 });
    let (base_symbol, base_address) = Token::split(filter.base);
    let (quote_symbol, quote_address) = Token::split(filter.quote);
    let pools = SelectRankedPools {
        base_symbol,
        base_address,
        quote_symbol,
        quote_address,
        q: filter.q,
        source: filter.source.map(|source| source.word().to_owned()),
        chain_id: filter.chain.map(|chain| chain.0),
        day_before: until.minus_days(1),
        until,
    }
    .defer()?;
    Ok(Answer::object()
        .member("orientation", Orientation::Token0PerToken1.word())
        .member("ranked_at", &ranked_at)
        .member("as_of", &ranked_at)
        .page("pools", pools)
        .pin("ranked_at", Value::Timestamp(until.microseconds))
        .into())
}
