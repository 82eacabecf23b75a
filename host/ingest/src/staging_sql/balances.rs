//! The type of lists of balances.

/// What an account has or owes of each token.
pub(super) const BALANCES: &str = "Array(Tuple(token FixedString(20), amount UInt256))";
