//! The citable fields of a transaction: its own, and those of its logs whose events are known.

pub mod citable;
pub mod fields;
