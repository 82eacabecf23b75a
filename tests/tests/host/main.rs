//! The host's own rooms, over what they offer to others: stores, budgets, live updates, the edge, sign-in, statements.
//!
//! One program, since each is linked with the whole host, which takes longer than most of them run.

#[path = "../app_store_support/mod.rs"]
mod app_store_support;
#[path = "../ingest_support/mod.rs"]
mod ingest_support;

mod address_table;
mod alert_letters;
mod app_store;
mod budgets;
mod cable;
mod configuration;
mod edge;
mod edge_http;
mod entered_text;
mod hostile_names;
mod mail_server;
mod outbound;
mod quarantine;
mod response_cache;
mod secret_fields;
mod sign_in;
mod statements;
