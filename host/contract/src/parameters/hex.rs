//! Kinds that are bytes in hex: address, address list, hash. Any case, with or without `0x`.

use super::refusal::Expectation;
use quarry_stores::result_set::Value;

const ADDRESS_BYTES: usize = 20;
const HASH_BYTES: usize = 32;

pub(super) fn parse_address(text: &str) -> Result<Vec<u8>, Expectation> {
    parse_fixed::<ADDRESS_BYTES>(text, "an address")
}

pub(super) fn parse_hash(text: &str) -> Result<Vec<u8>, Expectation> {
    parse_fixed::<HASH_BYTES>(text, "a hash")
}

/// Addresses separated by commas, in the order given.
pub(super) fn parse_address_list(text: &str, max_items: u32) -> Result<Value, Expectation> {
    let count = text.split(',').count();
    if count > max_items as usize {
        return Err(format!("it must be at most {max_items} addresses separated by commas; {count} were given").into());
    }
    let addresses: Result<Vec<_>, _> = text.split(',').map(parse_address).collect();
    addresses.map(Value::BytesList)
}

/// The part after `0x`, or the whole text where it has no `0x`.
pub(super) fn strip_prefix(text: &str) -> &str {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text)
}

fn parse_fixed<const BYTES: usize>(text: &str, what: &str) -> Result<Vec<u8>, Expectation> {
    let digits = strip_prefix(text);
    let expected = BYTES * 2;
    if let Some(foreign) = digits.chars().find(|character| !character.is_ascii_hexdigit()) {
        let foreign = foreign.escape_debug();
        return Err(format!(
            "{what} must be {expected} hexadecimal digits, with or without 0x; '{foreign}' is not one of 0-9, a-f"
        )
        .into());
    }
    let mut bytes = vec![0; BYTES];
    const_hex::decode_to_slice(digits, &mut bytes).map_err(|_| {
        let given = digits.len();
        format!("{what} must be {expected} hexadecimal digits, with or without 0x; {given} were given")
    })?;
    Ok(bytes)
}
