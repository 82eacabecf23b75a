//! Objects, rows of the warehouse as objects, and event streams.

pub mod exporting;
pub mod storing;
pub mod streaming;
