//! The subject of a note: hex of 20 or 32 bytes.

use quarry_sdk::prelude::*;

/// An address, or a hash: `0x` and 40 or 64 hex digits in lower case.
#[derive(ColumnValue, Schema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, Hash)]
#[schema(pattern = "^0x([0-9a-f]{40}|[0-9a-f]{64})$", example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
pub struct HexValue(pub String);

impl HexValue {
    /// Reads a text that a field of a copy or a block holds; none where it is neither an address nor a hash.
    pub fn read(text: &str) -> Option<HexValue> {
        let text = text.to_ascii_lowercase();
        let digits = text.strip_prefix("0x")?;
        let is_hex = [40, 64].contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then_some(HexValue(text))
    }
}

/// An address, or a hash, as people enter it: 40 or 64 hex digits in any case, behind `0x` or without it.
#[derive(Schema, Deserialize)]
#[schema(
    pattern = "^(0[xX])?([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$",
    example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"
)]
pub struct EnteredValue(String);

impl EnteredValue {
    /// As it is stored and found.
    pub fn normal(self) -> HexValue {
        let text = self.0.to_ascii_lowercase();
        HexValue(format!("0x{}", text.strip_prefix("0x").unwrap_or(&text)))
    }
}
