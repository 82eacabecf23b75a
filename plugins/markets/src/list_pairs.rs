//! `GET /pairs`.

use crate::pool::PairSource;
use crate::ranking::{self, Filter, RankedPool, SelectRankedPools};
use crate::series::Orientation;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PairsQuery {
    /// One side of the pair: a symbol or an address.
    #[parameter(example = "WETH")]
    base: Option<Token>,
    /// The other side of the pair: a symbol or an address.
    #[parameter(example = "USDC")]
    quote: Option<Token>,
    /// Part of `SYMBOL0/SYMBOL1 protocol` in any case, or the start of a pool's address, with `0x` or at least six digits.
    #[parameter(max_length = 64, example = "weth")]
    q: Option<String>,
    /// The source of the pool's prices: V2 reserves or V3 swaps.
    #[parameter(example = "v2")]
    source: Option<PairSource>,
    /// Only pools of this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

#[derive(Schema)]
pub struct Pairs {
    /// The orientation of the prices: here always `token0_per_token1`.
    pub orientation: Orientation,
    /// The newest hour that a chain was ranked at; each row has that of its own chain. Null while there is no data.
    pub ranked_at: Option<Time>,
    /// Time of the newest price or reserves in this page; null without any.
    pub as_of: Option<Time>,
    /// Block of the newest price in this page, where one chain was asked for; else null.
    #[schema(example = 18944480)]
    pub as_of_block: Option<u64>,
    /// The table that the answer comes from: always `price_bars`.
    #[schema(example = "price_bars")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Most swaps in 24 hours first.
    #[schema(rows = SelectRankedPools)]
    pub pools: Vec<RankedPool>,
}

/// Pools, ranked by activity
///
/// Finds the pools of a pair of tokens, and their newest price. Activity is the number of swaps in the 24 hours before the full hour that the
/// pool's chain is ranked at: a chain that lags is ranked at an hour of its own. With `base` and `quote` one side of the pool is
/// the base and the other one the quote. A walk by cursor sees one ranking, that of its first page.
#[endpoint(
    get = "/pairs", key = "read", module = "prices", answers = everyone, paged,
    tool(
        name = "search_markets",
        description = "Finds the pools of a token or a pair of tokens, the busiest first, with their newest price."
    ),
    body = Pairs
)]
pub fn list_pairs(request: &Request, query: PairsQuery) -> Result<Answer, Problem> {
    let PairsQuery { base, quote, q, source, chain } = query;
    ranking::page(request, Filter { base, quote, q, source, chain })
}
