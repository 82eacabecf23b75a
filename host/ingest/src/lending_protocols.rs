//! The protocols of lenders.

/// The word for lenders; a fork has one of its own.
pub(super) const LENDING_PROTOCOLS: [&str; 7] =
    ["aave_v1", "aave_v2", "aave_v2_amm", "aave_v3", "compound_v2", "compound_v3", "spark"];
