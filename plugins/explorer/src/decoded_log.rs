//! The contents of a decoded log.

use quarry_sdk::prelude::*;

/// One parameter of an event.
#[derive(Schema)]
pub struct DecodedParameter {
    /// The parameter's name as the contract declares it; empty where the contract gives it no name.
    #[schema(example = "value")]
    pub name: String,
    /// The parameter's type in Solidity.
    #[schema(example = "uint256")]
    pub r#type: String,
    /// True when it is one of the log's topics.
    #[schema(example = false)]
    pub indexed: bool,
    /// Whole numbers in decimal digits, bytes and addresses in hex, `true` or `false`, text. Null for lists, and for text
    /// and bytes that are indexed (the topic is then their hash) or longer than 256 KiB (they stand in the data).
    #[schema(example = "1000")]
    pub value: Option<String>,
}
