//! The Quarry host: the program, and what puts its wings together. The crates are the architecture: a request goes
//! `quarry_edge` → `quarry_runtime` → `quarry_stores`; see ARCHITECTURE.md.

#![forbid(unsafe_code)]

pub mod admin;
pub mod assembly;
pub mod cable;
pub mod cli;
pub mod conformance;
pub mod event_registry;
pub mod modules;
pub mod openapi;
pub mod plugin_project;
pub mod registry;
pub mod sample_content;
pub mod session_operations;
pub mod status_probe;
pub mod web_application;

// The wings under the names of their main rooms, for tests and benchmarks.
pub use quarry_alert_letters as alert_letters;
pub use quarry_config as config;
pub use quarry_contract as contract;
pub use quarry_contract::{entered_text, json_schema};
pub use quarry_deliveries as deliveries;
pub use quarry_edge as edge;
pub use quarry_edge::budgets;
pub use quarry_identity as identity;
pub use quarry_identity::{jobs, live_messages, mail, object_links, outbound, outbox, personal_data, secrets};
pub use quarry_ingest as ingest;
pub use quarry_runtime as runtime;
pub use quarry_runtime::{capabilities, quarantine};
pub use quarry_sample_chain as sample_chain;
pub use quarry_stores as stores;
pub use quarry_stores::{clock, health, key_values, row_files, shutdown};
pub use quarry_telemetry as telemetry;

/// An answer of 500 rows is a few hundred kilobytes in a handful of buffers that live for a moment; the C library's
/// allocator gives such buffers back to the kernel and takes them again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
