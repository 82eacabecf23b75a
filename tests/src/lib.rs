//! The parts that the tests and benchmarks share.

mod app_store;
pub mod bounded;
pub mod browser;
pub mod cable;
pub mod chain_server;
pub mod commands;
pub mod compiled_code;
pub mod complete;
mod engines;
pub mod extent;
pub mod fallen_cases;
mod first_start;
pub mod hostile_names;
pub mod hostile_texts;
pub mod hostile_wasm;
pub mod http;
pub mod mail_server;
pub mod name_server;
pub mod outside;
pub mod postgres;
pub mod registry;
pub mod s3_server;
pub mod sentences;
pub mod server;
pub mod sign_in_provider;
pub mod steady_load;
