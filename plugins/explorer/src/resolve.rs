//! `GET /public/resolve`: what somebody pasted, told by its shape alone. Nothing is looked up.

use quarry_sdk::prelude::*;

/// Hex digits of an address.
const ADDRESS_DIGITS: usize = 40;
/// Hex digits of a transaction's hash and of an event's topic.
const HASH_DIGITS: usize = 64;

/// The meaning of 64 hex digits that are not the hash of a transaction.
#[derive(Choice, Clone, Copy, PartialEq, Eq)]
pub enum ReadAs {
    Event,
}

/// The kind of thing that a reference names.
#[derive(Choice, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    Block,
    Address,
    Transaction,
    Event,
}

#[derive(Parameters)]
pub struct ResolveQuery {
    /// A block number, an address, a transaction's hash or an event's topic; hex in any case, with or without `0x`.
    #[parameter(max_length = 200, example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    q: String,
    /// Reads 64 hex digits as an event's topic instead of a transaction's hash.
    #[parameter(example = "event")]
    r#as: Option<ReadAs>,
}

/// The kinds of thing that a text can name, by its form.
#[derive(Schema)]
pub struct Reference {
    /// The kind of thing that it names.
    #[schema(example = "address")]
    pub kind: ReferenceKind,
    /// A block number in decimal digits, or complete lowercase hex with `0x`.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub value: String,
}

/// Tell a block, an address, a transaction and an event apart by their shape
///
/// Tells by the form of the text what it can be, and looks nothing up: the answer says where to ask, not whether there is such a thing. A
/// leading `0x` is ignored. Digits alone are a block, also 40 or 64 of them; 40 hex characters are an address, 64 a transaction, or with
/// `as=event` (digits alone included) an event's topic.
#[endpoint(get = "/public/resolve", keyless, module = "explorer", body = Reference)]
pub fn resolve(query: ResolveQuery) -> Result<Answer, Problem> {
    let (kind, value) = read(&query.q, query.r#as)?;
    Ok(Answer::object().member("kind", kind.word()).member("value", &value).into())
}

fn read(text: &str, read_as: Option<ReadAs>) -> Result<(ReferenceKind, String), Problem> {
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix("0x").or_else(|| trimmed.strip_prefix("0X")).unwrap_or(trimmed);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_decimal = is_hex && digits.bytes().all(|byte| byte.is_ascii_digit());
    let hex = || format!("0x{}", digits.to_ascii_lowercase());
    match digits.len() {
        HASH_DIGITS if is_hex && read_as == Some(ReadAs::Event) => Ok((ReferenceKind::Event, hex())),
        _ if is_decimal => match digits.parse::<u64>() {
            Ok(number) => Ok((ReferenceKind::Block, number.to_string())),
            Err(_) => Err(refuse(text, "digits alone are a block number, and this one is above 18446744073709551615")),
        },
        ADDRESS_DIGITS if is_hex => Ok((ReferenceKind::Address, hex())),
        HASH_DIGITS if is_hex => Ok((ReferenceKind::Transaction, hex())),
        _ => Err(refuse(
            text,
            "it must be a block number (digits), an address (40 hex characters), or a transaction or event (64)",
        )),
    }
}

fn refuse(text: &str, reason: &str) -> Problem {
    let shown: String = text.chars().take(80).collect();
    Problem::invalid_parameter("q", format!("The reference \"{shown}\" has no shape that is known: {reason}."))
}
