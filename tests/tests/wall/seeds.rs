//! The number of statements that the generators try, and their seed.

use quarry_tests::extent;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The suite tries 2,000 on the other engines. One text takes several times as long on SQLite.
const STATEMENTS: u64 = 400;
const STATEMENTS_OF_THE_WHOLE_SUITE: u64 = 1_000;

/// The statements to try: `QUARRY_WALL_STATEMENTS`, or enough for each run of the suite.
pub(crate) fn statements() -> u64 {
    let wanted = std::env::var("QUARRY_WALL_STATEMENTS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or_else(|| extent::of(STATEMENTS, STATEMENTS_OF_THE_WHOLE_SUITE))
}

/// The generator of the statement of that number: the same statement on every machine.
pub(crate) fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
