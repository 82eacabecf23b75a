//! Kind: token, by symbol or by address.

use super::hex::{parse_address, strip_prefix};
use super::refusal::Expectation;
use quarry_stores::result_set::Value;

/// Symbols in use have up to a few dozen characters; what is longer is spam or not a symbol.
const MAX_SYMBOL_CHARACTERS: usize = 64;
const ADDRESS_DIGITS: usize = 40;

/// `0x` with hexadecimal digits alone behind it, and 40 hexadecimal digits without it, are an address (of the wrong
/// length, where it is one); everything else is a symbol, `0xBTC` included.
pub(super) fn parse_token(text: &str) -> Result<Value, Expectation> {
    let digits = strip_prefix(text);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex && (digits.len() < text.len() || digits.len() == ADDRESS_DIGITS) {
        return parse_address(text).map(Value::Bytes);
    }
    if text.chars().count() > MAX_SYMBOL_CHARACTERS || text.chars().any(char::is_control) {
        return Err("it must be a token's symbol or its address, 40 hexadecimal digits with or without 0x".into());
    }
    Ok(Value::Text(text.to_owned()))
}
