//! The type of lists of balances.

/// The amount of each token that an account has or owes.
pub(super) const BALANCES: &str = "Array(Tuple(token FixedString(20), amount UInt256))";
