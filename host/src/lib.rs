//! The Quarry host. The folders are the architecture: a request goes
//! `edge` → `runtime` → `capabilities` → `stores`; see ARCHITECTURE.md.

pub mod admin;
pub mod assembly;
pub mod budgets;
pub mod cable;
pub mod capabilities;
pub mod cli;
pub mod conformance;
pub mod console;
pub mod edge;
pub mod event_registry;
pub mod idempotency;
pub mod identity;
pub mod jobs;
pub mod live_messages;
pub mod mail;
pub mod modules;
pub mod object_links;
pub mod openapi;
pub mod outbound;
pub mod outbox;
pub mod personal_data;
pub mod plugin_project;
pub mod quarantine;
pub mod registry;
pub mod runtime;
pub mod sample_content;
pub mod secrets;
pub mod session_operations;
pub mod status_probe;

// The wings under the names of their main rooms, for tests and benchmarks.
pub use quarry_config as config;
pub use quarry_contract as contract;
pub use quarry_contract::{entered_text, json_schema};
pub use quarry_ingest as ingest;
pub use quarry_sample_chain as sample_chain;
pub use quarry_stores as stores;
pub use quarry_stores::{clock, health, key_values, row_files, shutdown};
pub use quarry_telemetry as telemetry;

/// An answer of 500 rows is a few hundred kilobytes in a handful of buffers that live for a moment; the C library's
/// allocator gives such buffers back to the kernel and takes them again (docs/benchmarks.md has the figures).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
