//! The citations family: a figure that somebody cited, by the hash that it was given then.
//!
//! The hash is SHA-256 over the canonical JSON (RFC 8785) of what was cited: kind, dataset or pool, parameters, value,
//! `as_of_block`. Two paths lead to the same record, one of them under `/public`. Who cited it is nobody's business here:
//! the table has figures and no people.

pub mod citation;
pub mod get_citation;
pub mod get_public_citation;

quarry_sdk::plugin! {
    name: "citations",
    summary: "Resolves the hash of a cited figure to the figure, its source and whether it still holds.",
    grants: [AppStore],
    endpoints: [get_citation::get_citation, get_public_citation::get_public_citation],
}
