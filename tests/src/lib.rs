//! What the tests and benchmarks share.

pub mod postgres;
