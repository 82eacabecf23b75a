//! A token that was owed, held or taken.

use quarry_sdk::prelude::*;

/// A token that was owed, held or taken.
#[derive(Schema)]
pub struct LendingToken {
    /// The token's contract. Null where the event does not name it and the registry of deployments does not either.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Option<Address>,
    /// Its short name. Null when the token's contract is not in the registry.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// Digits after the point of an amount; null when unknown: scaled amounts are then null too.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
}
