//! The state of a reading, and words that its parts share.

use super::duty::Duty;
use crate::capabilities::tenancy::facts::{Facts, RelationId, Term};
use quarry_contract::TenantTable;
use sqlparser::ast::{ObjectName, Spanned};
use std::collections::HashMap;

/// A line of the text, from 1, and a sentence that goes on behind "and".
pub(super) type Refusal = (usize, String);

/// The columns of a query: their names and, for each of the queries that a `UNION` joins, their terms.
pub(super) struct Columns {
    pub(super) names: Vec<Option<String>>,
    pub(super) branches: Vec<Vec<Term>>,
}

pub(super) struct Reader<'a> {
    pub(super) bindings: &'a [String],
    pub(super) tables: &'a HashMap<String, TenantTable>,
    pub(super) facts: Facts<'a>,
    /// The relations that the enclosing queries name, the innermost last.
    pub(super) blocks: Vec<Vec<(String, RelationId)>>,
    /// The relations that `WITH` has made.
    pub(super) made: Vec<(String, RelationId)>,
    pub(super) duties: Vec<Duty>,
}

pub(super) fn line(node: &impl Spanned) -> usize {
    usize::try_from(node.span().start.line).unwrap_or(1)
}

/// The last word of a name, without quotes.
pub(super) fn word(name: &ObjectName) -> String {
    name.0.last().and_then(|part| part.as_ident()).map(|ident| ident.value.clone()).unwrap_or_default()
}
