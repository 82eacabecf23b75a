//! The state of a reading, and words that its parts share.

use super::duty::{Duty, What};
use crate::capabilities::tenancy::facts::{Facts, RelationId, Term};
use quarry_contract::TenantTable;
use quarry_statement::scope_table;
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

impl Reader<'_> {
    /// The relation that a name stands for.
    pub(super) fn relation(&mut self, name: &str, line: usize, is_changed: bool) -> RelationId {
        if let Some((_, relation)) = self.made.iter().rev().find(|(made, _)| made == name) {
            return *relation;
        }
        if let Some(table) = self.tables.get(name) {
            let relation = self.facts.table(table);
            self.duties.push(Duty { line, what: What::Held { relation, is_changed } });
            return relation;
        }
        match name.starts_with(&scope_table("")) {
            true => self.facts.scope(),
            false => self.facts.other(),
        }
    }

    /// Makes a relation known by a name in the innermost query.
    pub(super) fn name(&mut self, alias: String, relation: RelationId) {
        if let Some(block) = self.blocks.last_mut() {
            block.push((alias, relation));
        }
    }
}

pub(super) fn line(node: &impl Spanned) -> usize {
    usize::try_from(node.span().start.line).unwrap_or(1)
}

/// The last word of a name, without quotes.
pub(super) fn word(name: &ObjectName) -> String {
    name.0.last().and_then(|part| part.as_ident()).map(|ident| ident.value.clone()).unwrap_or_default()
}
