//! Ticks and square-root prices, to the bit as Uniswap V3's contracts have them.
//!
//! A tick is the whole number `t` with `1.0001^t <= price`; a square-root price is a fixed-point number of 96 binary
//! places. The contract finds a tick through a logarithm; the search here follows from the definition instead.

use alloy_primitives::{U256, uint};

/// The highest tick, and the lowest one negated.
pub(super) const MAXIMUM_TICK: i32 = 887_272;

/// `2^128 / sqrt(1.0001)^(2^i)` for each bit `i` of a tick, rounded as in the contract.
const BIT_RATIOS: [U256; 20] = uint!([
    0xfffcb933bd6fad37aa2d162d1a594001_U256,
    0xfff97272373d413259a46990580e213a_U256,
    0xfff2e50f5f656932ef12357cf3c7fdcc_U256,
    0xffe5caca7e10e4e61c3624eaa0941cd0_U256,
    0xffcb9843d60f6159c9db58835c926644_U256,
    0xff973b41fa98c081472e6896dfb254c0_U256,
    0xff2ea16466c96a3843ec78b326b52861_U256,
    0xfe5dee046a99a2a811c461f1969c3053_U256,
    0xfcbe86c7900a88aedcffc83b479aa3a4_U256,
    0xf987a7253ac413176f2b074cf7815e54_U256,
    0xf3392b0822b70005940c7a398e4b70f3_U256,
    0xe7159475a2c29b7443b29c7fa6e889d9_U256,
    0xd097f3bdfd2022b8845ad8f792aa5825_U256,
    0xa9f746462d870fdf8a65dc1f90e061e5_U256,
    0x70d869a156d2a1b890bb3df62baf32f7_U256,
    0x31be135f97d08fd981231505542fcfa6_U256,
    0x9aa508b5b7a84e1c677de54f3e99bc9_U256,
    0x5d6af8dedb81196699c329225ee604_U256,
    0x2216e584f5fa1ea926041bedfe98_U256,
    0x48a170391f7dc42444e8fa2_U256,
]);

/// The square-root price at a tick, rounded up. Ticks beyond the ends count as the ends.
pub(super) fn sqrt_price_at_tick(tick: i32) -> U256 {
    let magnitude = tick.unsigned_abs().min(MAXIMUM_TICK.unsigned_abs());
    let inverse = BIT_RATIOS
        .iter()
        .enumerate()
        .filter(|(bit, _)| magnitude >> bit & 1 == 1)
        .fold(U256::from(1) << 128, |ratio: U256, (_, factor)| (ratio * factor) >> 128);
    let ratio = if tick > 0 { U256::MAX / inverse } else { inverse };
    // From 128 binary places to 96, upwards.
    let remainder = ratio.as_limbs()[0] & u64::from(u32::MAX);
    (ratio >> 32) + U256::from(u8::from(remainder != 0))
}

/// The greatest tick whose square-root price is not above the given one.
pub(super) fn tick_at_sqrt_price(sqrt_price: U256) -> i32 {
    let (mut low, mut high) = (-MAXIMUM_TICK, MAXIMUM_TICK);
    while low < high {
        // The upper middle, so that the range always shrinks.
        let middle = low + (high - low + 1) / 2;
        if sqrt_price_at_tick(middle) <= sqrt_price {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
