//! The market of a price series.

use crate::lookups;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectMarkets, "src/pinning/market.sql", pool: Address);

/// A pool on one chain.
#[derive(Row)]
struct Market {
    chain_id: u64,
    /// Its slug, or its number where it has none.
    chain: String,
    /// Tokens without decimals; null where they are known.
    undecided0: Option<Address>,
    undecided1: Option<Address>,
}

/// The chain of a pool: the one that is asked for, or the only one that has it. 422 `unknown_market` where no such pool is tracked, 409
/// `decimals_unknown` where its prices cannot be computed.
pub fn chain_of(pool: &Address, asked: Option<&str>) -> Result<String, Problem> {
    let mut markets: Vec<Market> = SelectMarkets { pool: pool.clone() }.all()?;
    if let Some(asked) = asked {
        let word = asked.trim().to_ascii_lowercase();
        markets.retain(|market| market.chain == word || market.chain_id.to_string() == word);
    }
    match markets.as_slice() {
        [] => {
            let of_chain = asked.map(|chain| format!(" on `{chain:.64}`")).unwrap_or_default();
            let sentence =
                format!("No market {} is tracked{of_chain}: GET /pairs lists those that are.", pool.to_hex());
            Err(Problem::new(422, "unknown_market", sentence.clone()).with_field("pool", sentence))
        }
        [only] => {
            refuse_unknown_decimals(only)?;
            Ok(only.chain.clone())
        }
        several => {
            let chains = several.iter().map(|market| market.chain.clone()).collect();
            Err(Problem::several_chains_for_field(format_args!("The market {}", pool.to_hex()), chains))
        }
    }
}

/// A price without decimals is null: their lookup is requested, and the refusal says when to try again.
fn refuse_unknown_decimals(market: &Market) -> Result<(), Problem> {
    let missing = [&market.undecided0, &market.undecided1].into_iter().flatten();
    let missing: Vec<Address> = missing.cloned().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let chain = &market.chain;
    let seconds = lookups::request(market.chain_id, chain, &missing)?;
    let tokens = missing.iter().map(Address::to_hex).collect::<Vec<_>>().join(" and ");
    let sentence = format!(
        "The decimals of {tokens} on {chain} are not known, so the market has no prices yet. Their lookup is requested: try again in {} \
         minutes.",
        (seconds + 59) / 60
    );
    let refused = Problem::new(409, "decimals_unknown", sentence).with("retry_after", seconds);
    Err(refused.with_field("pool", "Its tokens' decimals are not known yet; their lookup is requested."))
}
