//! The citable fields of a transaction.

pub mod get;
