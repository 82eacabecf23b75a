//! Between floating point and whole numbers, by means that give the same bits everywhere.

use alloy_primitives::U256;

/// Ten to a power up to 22: exactly representable, so the product is exact.
pub(super) fn power_of_ten(exponent: u8) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

/// A positive number times 2^96, rounded down: the form of V3's square-root prices.
pub(super) fn to_fixed_point_96(value: f64) -> U256 {
    const MANTISSA_BITS: u32 = 52;
    let bits = value.to_bits();
    let exponent = ((bits >> MANTISSA_BITS) & 0x7ff) as i32 - 1023 - MANTISSA_BITS as i32 + 96;
    let mantissa = U256::from((bits & ((1 << MANTISSA_BITS) - 1)) | (1 << MANTISSA_BITS));
    if exponent >= 0 { mantissa << exponent.unsigned_abs() } else { mantissa >> exponent.unsigned_abs() }
}

/// A fixed-point number of 96 binary places as the nearest float at or below its first 53 bits.
pub(super) fn from_fixed_point_96(value: U256) -> f64 {
    let dropped = value.bit_len().saturating_sub(53);
    let mantissa = (value >> dropped).saturating_to::<u64>() as f64;
    mantissa * power_of_two(dropped as i32 - 96)
}

/// Two to a power within ±1022, built from its bits.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
