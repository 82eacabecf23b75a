//! What can be cited of a transaction: its own fields, and those of its logs whose events are known.

pub mod fields;
pub mod get;
