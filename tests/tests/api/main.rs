//! The API as a client meets it: a real host, its real components and stores, over HTTP.
//!
//! `QUARRY_TEST_APP_STORE=postgres` runs the same on PostgreSQL. Bodies are snapshots (`cargo insta`, or `just accept`):
//! the sample chain is the same everywhere.

mod account;
mod account_data;
mod account_own;
mod account_support;
mod account_two_factor;
mod bars;
mod bodies;
mod caching;
mod charts;
mod connected;
mod datasets;
mod errors;
mod explorer;
mod explorer_lens;
mod explorer_real_data;
mod explorer_search;
mod failures;
mod keeper;
mod key_material;
mod keys;
mod lending;
mod lending_charts;
mod lending_real_data;
mod markets;
mod modules;
mod notebook;
mod objects;
mod operations;
mod owasp;
mod paging;
mod publications;
mod rate_limits;
mod refused_statements;
mod runtime_limits;
mod sessions;
mod site;
mod status;
mod streams;
mod timeline;
mod tools;
