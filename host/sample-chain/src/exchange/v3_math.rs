//! The arithmetic of concentrated liquidity between two initialized ticks, in the whole numbers of the contract.
//!
//! Rounding is always in the pool's favour: what comes in is rounded up, what goes out is rounded down.

use alloy_primitives::{U256, U512};

const FEE_UNIT: u32 = 1_000_000;

/// The rounding of a division that does not come out even.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Up,
    Down,
}

/// The result of a trade.
#[derive(Debug, Clone, Copy)]
pub(super) struct SwapStep {
    pub sqrt_price: U256,
    /// Including the fee.
    pub amount_in: U256,
    pub amount_out: U256,
}

/// Trades up to `amount` in, fee included, until the price reaches `limit`. Token 0 comes in when the limit is below the
/// price, token 1 when it is above.
pub(super) fn swap(sqrt_price: U256, limit: U256, liquidity: u128, amount: U256, fee: u32) -> SwapStep {
    let zero_for_one = limit <= sqrt_price;
    let kept = U256::from(FEE_UNIT - fee);
    let net = multiply_divide(amount, kept, U256::from(FEE_UNIT), Rounding::Down);
    let to_limit = amount_between(sqrt_price, limit, liquidity, zero_for_one, Rounding::Up);
    let (next, amount_in) = if net >= to_limit {
        let fee_amount = multiply_divide(to_limit, U256::from(fee), kept, Rounding::Up);
        (limit, to_limit + fee_amount)
    } else {
        (price_after_input(sqrt_price, liquidity, net, zero_for_one), amount)
    };
    let amount_out = amount_between(sqrt_price, next, liquidity, !zero_for_one, Rounding::Down);
    SwapStep { sqrt_price: next, amount_in, amount_out }
}

/// The amount of token 0 (or else 1) that lies between two prices.
pub(super) fn amount_between(one: U256, other: U256, liquidity: u128, token0: bool, rounding: Rounding) -> U256 {
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    let liquidity = U256::from(liquidity);
    if token0 {
        let scaled = multiply_divide(liquidity << 96, high - low, high, rounding);
        divide(scaled, low, rounding)
    } else {
        multiply_divide(liquidity, high - low, U256::from(1) << 96, rounding)
    }
}

/// The price after a net amount came in.
fn price_after_input(sqrt_price: U256, liquidity: u128, net: U256, zero_for_one: bool) -> U256 {
    let scaled: U256 = U256::from(liquidity) << 96;
    if !zero_for_one {
        return sqrt_price + (net << 96) / U256::from(liquidity);
    }
    let denominator = net.checked_mul(sqrt_price).and_then(|product| scaled.checked_add(product));
    match denominator {
        Some(denominator) => multiply_divide(scaled, sqrt_price, denominator, Rounding::Up),
        // The contract's way out where the product does not fit.
        None => divide(scaled, scaled / sqrt_price + net, Rounding::Up),
    }
}

/// `a * b / divisor` with a product of 512 bits.
fn multiply_divide(a: U256, b: U256, divisor: U256, rounding: Rounding) -> U256 {
    let (quotient, remainder) = (U512::from(a) * U512::from(b)).div_rem(U512::from(divisor));
    let quotient: U256 = quotient.saturating_to();
    if rounding == Rounding::Up && !remainder.is_zero() { quotient + U256::from(1) } else { quotient }
}

fn divide(a: U256, divisor: U256, rounding: Rounding) -> U256 {
    match rounding {
        Rounding::Up => a.div_ceil(divisor),
        Rounding::Down => a / divisor,
    }
}
