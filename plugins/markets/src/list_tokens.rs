//! `GET /tokens`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectTokens, "sql/tokens.sql");

#[derive(Parameters)]
pub struct TokensQuery {
    /// Part of a symbol or name, in any case; or the start of an address.
    #[parameter(max_length = 64, example = "usd")]
    q: Option<String>,
    /// Only tokens of this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// A token that is one side of at least one tracked pool.
#[derive(Schema)]
pub struct TradedToken {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The token's contract.
    pub address: Address,
    /// Its short name; not unique.
    #[schema(example = "WETH")]
    pub symbol: String,
    /// As its contract says it.
    #[schema(example = "Wrapped Ether")]
    pub name: String,
    /// Digits after the point of an amount; null when unknown: prices of its pools are then null too.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
    /// Tracked pools that it is a side of.
    #[schema(example = 12)]
    pub pools: u64,
}

#[derive(Schema)]
pub struct Tokens {
    #[schema(flatten)]
    pub page: PageMembers,
    /// By symbol, then chain, then address.
    #[schema(rows = SelectTokens)]
    pub tokens: Vec<TradedToken>,
}

/// Token symbols that trade in a tracked market
///
/// One row for each token contract that is a side of at least one tracked pool. The same symbol can stand for several
/// contracts, on one chain or on many: the address tells them apart.
#[endpoint(get = "/tokens", key = "read", module = "prices", paged, body = Tokens)]
pub fn list_tokens(_request: &Request, query: TokensQuery) -> Result<Answer, Problem> {
    let tokens = SelectTokens { q: query.q, chain_id: query.chain.map(|chain| chain.0) }.defer()?;
    Ok(Answer::object().page("tokens", tokens).into())
}
