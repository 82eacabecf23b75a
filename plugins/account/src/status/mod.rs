//! The freshness of the data.

pub mod get;
