//! Whether the data is fresh.

pub mod get;
