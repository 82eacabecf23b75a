//! New tokens.

use quarry_contract::Secret;
use rand::distr::{Alphanumeric, SampleString};

/// 32 characters of 62: 190 bits.
const RANDOM_CHARACTERS: usize = 32;

/// `prefix` and 32 random characters of base62.
pub fn mint(prefix: &str) -> Secret {
    let random = Alphanumeric.sample_string(&mut rand::rng(), RANDOM_CHARACTERS);
    Secret::new(format!("{prefix}{random}"))
}
