//! Who a key belongs to.

pub mod get;
