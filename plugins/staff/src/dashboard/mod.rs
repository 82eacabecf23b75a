//! What staff see first.

pub mod get;
