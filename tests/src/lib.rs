//! What the tests and benchmarks share.

pub mod http;
pub mod postgres;
pub mod server;
