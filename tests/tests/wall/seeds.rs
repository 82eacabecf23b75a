//! The number of statements that the generators try, and their seed.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// SQLite takes three times as long for one as the other engines, which try 2,000.
const STATEMENTS: u64 = 1_000;

/// The statements to try: `QUARRY_WALL_STATEMENTS`, or enough for each run of the suite.
pub(crate) fn statements() -> u64 {
    std::env::var("QUARRY_WALL_STATEMENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(STATEMENTS)
}

/// The generator of the statement of that number: the same statement on every machine.
pub(crate) fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
