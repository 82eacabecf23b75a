//! The written contract: what it says is what is served, it is complete, and every reader can read it.
//!
//! The tools are real: schemathesis against a live server, redocly's linter, and a browser that opens the page. `just
//! test` installs them; a test without its tool fails and says how to get it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

mod another_contract;
mod capability_pages;
mod deprecation;
mod descriptions;
mod document;
mod fuzz;
mod lint;
mod mistaken_datasets;
mod mistaken_everyone;
mod mistaken_guards;
mod mistaken_manifests;
mod mistaken_routes;
mod mistaken_tenancy;
mod operations;
mod page;
mod refusals;
mod refused_headers;
mod samples;
mod support;
mod switches;
mod texts;
