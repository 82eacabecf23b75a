//! `GET /public/prices`.

use crate::list_pairs::Pairs;
use crate::pool::PairSource;
use crate::ranking::{self, Filter};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PublicPricesQuery {
    /// One side of the pair: a symbol or an address.
    #[parameter(example = "WETH")]
    base: Option<Token>,
    /// The other side of the pair: a symbol or an address.
    #[parameter(example = "USDC")]
    quote: Option<Token>,
    /// The source of the pool's prices: V2 reserves or V3 swaps.
    #[parameter(example = "v2")]
    source: Option<PairSource>,
    /// Only pools of this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// The pair finder: pools with their newest price, ranked by activity
///
/// The keyless twin of `GET /pairs`.
#[endpoint(get = "/public/prices", keyless, module = "prices", rate_weight = 3, paged, body = Pairs)]
pub fn list_public_prices(request: &Request, query: PublicPricesQuery) -> Result<Answer, Problem> {
    let PublicPricesQuery { base, quote, source, chain } = query;
    ranking::page(request, Filter { base, quote, q: None, source, chain })
}
