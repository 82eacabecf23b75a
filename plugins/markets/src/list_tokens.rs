//! `GET /tokens`.

use crate::hours::RankingHours;
use crate::ranking::{SOURCE, address_digits};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectTokens, "sql/tokens.sql");
statement!(warehouse, SelectEarlierTokens, "sql/earlier_tokens.sql");

#[derive(Parameters)]
pub struct TokensQuery {
    /// Part of a symbol or name, in any case; or the start of an address, with `0x` or at least six digits.
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
    /// The token's short name; not unique. Null when no file said it.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// The token's name as its contract says it; null when no file said it.
    #[schema(example = "Wrapped Ether")]
    pub name: Option<String>,
    /// Digits after the point of an amount; null when unknown: prices of its pools are then null too.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
    /// Tracked pools that it is a side of.
    #[schema(example = 12)]
    pub pools: u64,
    /// The value of one in US dollars: a dollar token is worth a dollar, another one the last price of the busiest pool with a
    /// dollar token in the 24 hours before `ranked_at`. Null without such a pool.
    #[schema(example = "2272.731949452135310")]
    pub price_usd: Option<DecimalText>,
    /// The amount of it that was swapped in those hours, decimals applied; null while they are unknown.
    #[schema(example = "3944.060241338290047152")]
    pub volume_24h: Option<DecimalText>,
    /// The volume in US dollars; null without a price.
    #[schema(example = "8963867.257726")]
    pub volume_usd_24h: Option<DecimalText>,
    /// The full hour that the figures of its chain end at (its data's only hour included, while there is one); null while the chain has no price.
    pub ranked_at: Option<Time>,
}

#[derive(Schema)]
pub struct Tokens {
    /// Time of the newest event that the figures of this page take in; null without one.
    pub as_of: Option<Time>,
    /// Always null: a token's figures are of several pools, whose blocks differ.
    pub as_of_block: Option<u64>,
    /// The table that the answer comes from: always `price_bars`.
    #[schema(example = "price_bars")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Tokens by symbol, then chain, then address; those without a symbol last.
    #[schema(rows = SelectTokens)]
    pub tokens: Vec<TradedToken>,
}

/// Token symbols that trade in a tracked market
///
/// One row for each token contract that is a side of at least one tracked pool. The same symbol can stand for several
/// contracts, on one chain or on many: the address tells them apart.
#[endpoint(get = "/tokens", key = "read", module = "prices", answers = everyone, paged, body = Tokens)]
pub fn list_tokens(request: &Request, query: TokensQuery) -> Result<Answer, Problem> {
    let chain_id = query.chain.map(|chain| chain.0);
    let hours = RankingHours::of(request, chain_id)?;
    let (q_digits, q) = (query.q.as_deref().map(address_digits), query.q);
    let tokens = match hours.are_newest() {
        true => SelectTokens { q_digits, q, chain_id }.query()?,
        false => {
            let (chain_ids, starts, hours) = (hours.chain_ids(), hours.starts(), hours.seconds());
            SelectEarlierTokens { q_digits, q, chain_id, chain_ids, starts, hours }.query()?
        }
    };
    let shown = tokens.row_count().min(request.page_size());
    let as_of = (0..shown).filter_map(|row| tokens.time(row, "_price_at")).max();
    Ok(Answer::object()
        .member("as_of", &as_of)
        .member("as_of_block", &None::<u64>)
        .member("source", SOURCE)
        .page("tokens", tokens)
        .pin("ranked_at", hours.pinned())
        .into())
}
