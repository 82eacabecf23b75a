//! Access to a list.

use quarry_sdk::prelude::*;

/// A person's rank on a list. Readers read it, editors change its links, owners change its members.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access.sql", tenant = "own")]
#[guard(absent(404, "not_found", "There is no reading list {path.list_id} that you may read."))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this list does not allow that: ask one of its owners."))]
pub enum ListRank {
    Reader,
    Editor,
    Owner,
}

/// A list.
#[derive(Parameters)]
pub struct ListPath {
    /// The list.
    #[parameter(path, minimum = 1, example = "1")]
    pub list_id: i64,
}

// What the caller may read, for lists of lists: they have no list of their own to guard.
scope!("src/lists.sql");
