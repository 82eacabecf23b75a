//! Names that people give to tokens, exchanges, deployments, pages and themselves, and names that no door lets in but that a store of before
//! may hold: none of them takes a list, a search, a page, an export or a letter from anybody.
//!
//! `just hostile-names 1000000` takes a million through the lists, an export and letters (`tests/tests/host/hostile_names.rs`).

mod letters;
mod lists;
mod pages;

/// A text as a part of an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
