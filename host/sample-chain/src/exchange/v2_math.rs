//! The arithmetic of a constant-product pair, in the whole numbers of its contract.

use alloy_primitives::U256;

/// LP tokens that the first deposit gives to nobody, for ever.
pub(super) const MINIMUM_LIQUIDITY: u128 = 1000;

/// The output of a trade: 0.3% of the input stays in the pair, and the product of the reserves does not fall.
pub(super) fn amount_out(amount_in: u128, reserve_in: u128, reserve_out: u128) -> u128 {
    let amount_in_with_fee = U256::from(amount_in) * U256::from(997);
    let numerator = amount_in_with_fee * U256::from(reserve_out);
    let denominator = U256::from(reserve_in) * U256::from(1000) + amount_in_with_fee;
    (numerator / denominator).saturating_to()
}

/// `amount * numerator / denominator`, rounded down.
pub(super) fn share(amount: u128, numerator: u128, denominator: u128) -> u128 {
    (U256::from(amount) * U256::from(numerator) / U256::from(denominator)).saturating_to()
}

/// The LP tokens of a first deposit, including those that nobody gets.
pub(super) fn first_liquidity(amount0: u128, amount1: u128) -> u128 {
    (U256::from(amount0) * U256::from(amount1)).root(2).saturating_to()
}
