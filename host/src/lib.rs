//! The Quarry host. The folders are the architecture: a request goes
//! `edge` → `runtime` → `capabilities` → `stores`; see ARCHITECTURE.md.

pub mod admin;
pub mod assembly;
pub mod capabilities;
pub mod cli;
pub mod config;
pub mod contract;
pub mod edge;
pub mod health;
pub mod identity;
pub mod ingest;
pub mod modules;
pub mod runtime;
pub mod sample_chain;
pub mod stores;
pub mod telemetry;
