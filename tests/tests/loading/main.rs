//! The ways into the warehouse: files, and chains that are followed.

#[path = "../ingest_support/mod.rs"]
mod ingest_support;

mod follow;
mod ingest;
