//! The values by which chains name things: addresses, hashes, tokens, and the chains themselves.

use crate::Schema;
use crate::bindings::quarry::plugin::manifest::{ListForm, ParameterKind};
use crate::parameters::{Bounds, ParameterValue};
use crate::values::{BindAs, IntoValue, Value};
use serde_json::{Value as Json, json};

/// A 20-byte address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(pub Vec<u8>);

/// A 32-byte hash.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// let hash = Hash(vec![0x88; 32]);
/// assert!(hash.to_hex().starts_with("0x8888"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hash(pub Vec<u8>);

macro_rules! bytes_parameter {
    ($kind:ident, $length:literal, $pattern:literal, $example:literal) => {
        impl ParameterValue for $kind {
            fn kind(_: &Bounds) -> ParameterKind {
                ParameterKind::$kind
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::Bytes(bytes) => Some($kind(bytes)),
                    _ => None,
                }
            }
        }

        impl $kind {
            /// Whole, lowercase, with `0x`.
            pub fn to_hex(&self) -> String {
                hex(&self.0)
            }
        }

        /// Writes it into a body of the component's own, in the host's form: [`Self::to_hex`].
        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_hex())
            }
        }

        /// Reads it from a request body: hex in any case, with `0x`.
        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                let text = String::deserialize(deserializer)?;
                let bytes = from_hex(&text).filter(|bytes| bytes.len() == $length);
                bytes
                    .map($kind)
                    .ok_or_else(|| serde::de::Error::custom(format!("{} bytes as hex with 0x are expected", $length)))
            }
        }

        impl IntoValue for $kind {
            fn into_value(self) -> Value {
                Value::Bytes(self.0)
            }
        }

        impl BindAs<Vec<u8>> for $kind {
            fn bind_as(self) -> Vec<u8> {
                self.0
            }
        }

        impl Schema for $kind {
            fn schema() -> Json {
                json!({ "type": "string", "pattern": $pattern })
            }

            fn example() -> Json {
                json!($example)
            }
        }
    };
}

bytes_parameter!(Address, 20, "^0x[0-9a-f]{40}$", "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2");
bytes_parameter!(Hash, 32, "^0x[0-9a-f]{64}$", "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6");

/// Several addresses; `max_items` of the attribute bounds them.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Parameters)]
/// struct LensQuery {
///     /// Whose transfers.
///     #[parameter(max_items = 5, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
///     addresses: Option<AddressList>,
///     /// On which chain.
///     #[parameter(example = "ethereum")]
///     chain: Option<Chain>,
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressList(pub Vec<Address>);

impl ParameterValue for AddressList {
    fn kind(bounds: &Bounds) -> ParameterKind {
        ParameterKind::AddressList(ListForm { max_items: bounds.max_items.unwrap_or(20) })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::BytesList(items) => Some(AddressList(items.into_iter().map(Address).collect())),
            _ => None,
        }
    }
}

/// A chain id (EIP-155); clients may also write the chain's slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain(pub u64);

impl BindAs<u64> for Chain {
    fn bind_as(self) -> u64 {
        self.0
    }
}

impl ParameterValue for Chain {
    fn kind(_: &Bounds) -> ParameterKind {
        ParameterKind::Chain
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Uint64(id) => Some(Chain(id)),
            _ => None,
        }
    }
}

/// A token, by symbol or by address.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// let (symbol, address) = Token::split(Some(Token::Symbol("WETH".to_owned())));
/// assert_eq!((symbol.as_deref(), address), (Some("WETH"), Some(vec![0; 20])));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// The symbol as it was written.
    Symbol(String),
    /// The address of its contract.
    Address(Address),
}

impl Token {
    /// The symbol and the address, as a statement takes both in lines under one condition (`-- when collateral_symbol`): of one that
    /// is named by its address the symbol is empty, of one that is named by its symbol the address is zeros.
    pub fn split(token: Option<Token>) -> (Option<String>, Option<Vec<u8>>) {
        let zeros = || vec![0; 20];
        match token {
            Some(Token::Symbol(symbol)) => (Some(symbol), Some(zeros())),
            Some(Token::Address(address)) => (Some(String::new()), Some(address.0)),
            None => (None, None),
        }
    }
}

impl ParameterValue for Token {
    fn kind(_: &Bounds) -> ParameterKind {
        ParameterKind::Token
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Text(symbol) => Some(Token::Symbol(symbol)),
            Value::Bytes(address) => Some(Token::Address(Address(address))),
            _ => None,
        }
    }
}

/// Lowercase hex with `0x`.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + bytes.len() * 2);
    text.push_str("0x");
    for byte in bytes {
        text.push(char::from(b"0123456789abcdef"[usize::from(byte >> 4)]));
        text.push(char::from(b"0123456789abcdef"[usize::from(byte & 15)]));
    }
    text
}

/// The bytes of hex with `0x`, in any case.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x")?.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect()
}
