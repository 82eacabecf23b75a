//! A condition that the text must meet.

use crate::capabilities::tenancy::facts::{RelationId, Term};

/// A condition that must hold in the end.
pub(super) struct Duty {
    pub(super) line: usize,
    pub(super) what: What,
}

pub(super) enum What {
    /// The rows of a table are held.
    Held { relation: RelationId, is_changed: bool },
    /// The value that is written into a declared column is known by that column's name, or null.
    Written { table: String, column: String, name: String, term: Term },
    /// One of the values that a new row says whose it is by.
    Belongs { table: String, terms: Vec<(String, Term)> },
    /// The branches of a query that refers to itself give what its first one gives.
    Recursive { column: (RelationId, String), term: Term },
}
