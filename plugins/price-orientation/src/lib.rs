//! Which way round the prices of a pool are. Whoever shows a series of prices, or a figure of one, says it by this word.

use quarry_sdk::prelude::*;

/// The orientation of prices that nobody can turn round.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PriceOrientation {
    /// How much of token0 one of token1 costs.
    #[default]
    #[choice("token0_per_token1")]
    Token0PerToken1,
}

impl PriceOrientation {
    /// The orientation of what is made of that dataset; none where that has no prices.
    pub fn of_dataset(key: &str) -> Option<PriceOrientation> {
        (key == "price_bars").then_some(PriceOrientation::Token0PerToken1)
    }
}
