//! Addresses as people paste them: a list, or a text with commas, spaces or lines between them.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use quarry_sdk::words::{ADDRESS, instead_of};
use serde::Serializer;

/// Addresses of one filter at most.
pub(crate) const MOST_ADDRESSES: usize = 1_000;

/// Addresses of one filter, as they came or as they were understood.
#[derive(Deserialize, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum Addresses {
    Text(String),
    List(Vec<String>),
}

impl Addresses {
    /// Each that was given, once, in lower case behind `0x`; a sentence where there are too many or one is no address.
    pub(crate) fn read(&self) -> Result<Addresses, String> {
        let given: Vec<&str> = match self {
            Addresses::Text(text) => {
                text.split(|character: char| character == ',' || character.is_whitespace()).collect()
            }
            Addresses::List(list) => list.iter().map(|item| item.trim()).collect(),
        };
        let given: Vec<&str> = given.into_iter().filter(|item| !item.is_empty()).collect();
        if given.is_empty() {
            return Err("There is no address: give one, or leave the filter out.".to_owned());
        }
        if given.len() > MOST_ADDRESSES {
            return Err(format!(
                "There are {} addresses, and {MOST_ADDRESSES} are the most: make several requests of it.",
                given.len()
            ));
        }
        let mut read = Vec::with_capacity(given.len());
        for item in given {
            let digits = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X")).unwrap_or(item);
            if digits.len() != 40 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(instead_of(&format!("An address is {ADDRESS}"), item));
            }
            let address = format!("0x{}", digits.to_ascii_lowercase());
            if !read.contains(&address) {
                read.push(address);
            }
        }
        Ok(Addresses::List(read))
    }

    /// The 20 bytes of each that was understood.
    pub(crate) fn bytes(&self) -> Vec<Vec<u8>> {
        match self {
            Addresses::List(list) => list.iter().filter_map(|address| hex_bytes(address)).collect(),
            Addresses::Text(_) => Vec::new(),
        }
    }
}

/// The bytes of hex behind `0x`.
pub(crate) fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x")?;
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

impl Serialize for Addresses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Addresses::Text(text) => text.serialize(serializer),
            Addresses::List(list) => list.serialize(serializer),
        }
    }
}

impl Schema for Addresses {
    fn schema() -> Json {
        json!({
            "description": "A list of addresses, or one text with commas, spaces or lines between them; at most 1,000.",
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
        })
    }

    fn example() -> Json {
        json!(["0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc"])
    }
}
