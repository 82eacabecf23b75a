//! The whole contract in use: every function of `wit/` called by the component `complete` for what it is for, and tried by its
//! hostile twins without its grant, over its limit, with a made-up handle and for somebody else.
//!
//! Each table names every function, and is compared with `wit/` first: one that is added to the contract fails here until it has
//! its rows. So is the component itself: what it imports, what its manifest declares.

mod contract;
mod for_others;
mod forged;
mod forms;
mod over_limits;
mod reading;
mod stage;
mod ungranted;
mod uses;

pub(crate) use stage::{call, outcome};

/// Fails where the names of a table are not those that are expected, each once.
#[track_caller]
fn assert_complete(what: &str, expected: &std::collections::BTreeSet<String>, named: &[&str]) {
    let table: std::collections::BTreeSet<String> = named.iter().map(|name| (*name).to_owned()).collect();
    let (missing, unknown): (Vec<_>, Vec<_>) =
        (expected.difference(&table).collect(), table.difference(expected).collect());
    assert!(missing.is_empty(), "{what}: these have no row: {missing:?}");
    assert!(unknown.is_empty(), "{what}: these are none of the contract's: {unknown:?}");
    assert_eq!(table.len(), named.len(), "{what}: a row stands twice");
}
