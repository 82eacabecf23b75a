//! The API as a client meets it: a real host, its real components and stores, over HTTP.
//!
//! `QUARRY_TEST_APP_STORE=postgres` runs the same on PostgreSQL. Bodies are snapshots (`cargo insta`, or `just accept`):
//! the sample chain is the same everywhere.

mod account;
mod bars;
mod bodies;
mod cable;
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
mod lifecycle;
mod markets;
mod modules;
mod notebook;
mod objects;
mod operations;
mod organizations;
mod owasp;
mod paging;
mod providers;
mod providers_of_organizations;
mod publications;
mod rate_limits;
mod refused_statements;
mod runtime_limits;
mod session_access;
mod sessions;
mod site;
mod staff_audit;
mod staff_impersonation;
mod staff_modules;
mod staff_organizations;
mod staff_people;
mod staff_plans;
mod staff_support;
mod staff_two_hosts;
mod status;
mod streams;
mod timeline;
mod tools;
