//! Secrets that are kept without being seen, and each way to see them all the same.

pub mod misuse;
pub mod passwords;
pub mod tokens;
