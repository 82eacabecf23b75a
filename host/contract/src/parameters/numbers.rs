//! Kinds that are numbers: integer, decimal.

use super::refusal::Expectation;
use quarry_stores::result_set::Value;

/// Longer than any 256-bit amount with its sign, point and 18 decimals.
const MAX_DECIMAL_CHARACTERS: usize = 100;

/// A whole number within the bounds: an optional `-` and digits, nothing else.
pub(super) fn parse_integer(text: &str, minimum: i64, maximum: i64) -> Result<Value, Expectation> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let well_formed = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Digits that do not fit 64 bits are out of any declared bounds, so they share the sentence.
    match text.parse::<i64>() {
        Ok(number) if well_formed && (minimum..=maximum).contains(&number) => Ok(Value::Int64(number)),
        _ => Err(format!("it must be a whole number from {minimum} to {maximum}").into()),
    }
}

/// Digits, with an optional sign and an optional fraction; kept as written, so that no digit is lost.
pub(super) fn parse_decimal(text: &str) -> Result<Value, Expectation> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return Err("it must be a decimal number such as 1.05".into());
    }
    if text.len() > MAX_DECIMAL_CHARACTERS {
        return Err(format!("it must have at most {MAX_DECIMAL_CHARACTERS} characters").into());
    }
    Ok(Value::Text(text.to_owned()))
}
