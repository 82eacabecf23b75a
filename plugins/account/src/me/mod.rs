//! The owner of a key.

pub mod get;
