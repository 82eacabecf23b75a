//! The names that a value is known by, and what flows from one to the other.

use super::reader::Reader;
use crate::capabilities::tenancy::facts::{Known, RelationId, Term};
use sqlparser::ast::{Expr, Value};

impl Reader<'_> {
    pub(super) fn flow(&mut self, from: Term, to: Term, floor: RelationId) {
        if let Term::Column(relation, column) = to
            && relation >= floor
        {
            self.facts.flow(from, (relation, column));
        }
    }

    /// Gives the term of a value without queries.
    pub(super) fn term(&self, value: &Expr) -> Term {
        match strip(value) {
            Expr::Identifier(name) => self.unqualified(&name.value),
            Expr::CompoundIdentifier(names) => match names.as_slice() {
                [relation, column] => self.qualified(&relation.value, &column.value),
                _ => Term::Other,
            },
            Expr::Value(value) => match &value.value {
                Value::Null => Term::Null,
                Value::Placeholder(place) => self.bound(place),
                _ => Term::Other,
            },
            _ => Term::Other,
        }
    }

    fn bound(&self, place: &str) -> Term {
        let index = place.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
        let binding = index.and_then(|index| self.bindings.get(index.checked_sub(1)?));
        let name = binding.and_then(|binding| match binding.split_once('.') {
            Some(("guard", column)) => Some(column.to_owned()),
            Some(("caller", _)) => Some(binding.clone()),
            _ => None,
        });
        name.map_or(Term::Other, |name| Term::Known(Known { name, for_writing: true }))
    }

    fn qualified(&self, alias: &str, column: &str) -> Term {
        let found = self.blocks.iter().rev().flatten().find(|(known, _)| known == alias);
        found.map_or(Term::Other, |(_, relation)| Term::Column(*relation, column.to_owned()))
    }

    /// A column of the only relation, or of the only one that is declared to have it.
    fn unqualified(&self, column: &str) -> Term {
        let Some(block) = self.blocks.last() else { return Term::Other };
        let found = match block.as_slice() {
            [(_, only)] => Some(*only),
            several => {
                let has = |relation: RelationId| {
                    self.facts
                        .declared(relation)
                        .is_some_and(|table| table.columns.iter().any(|known| known.column == column))
                };
                let mut with: Vec<RelationId> =
                    several.iter().map(|(_, relation)| *relation).filter(|relation| has(*relation)).collect();
                with.pop().filter(|_| with.is_empty())
            }
        };
        found.map_or(Term::Other, |relation| Term::Column(relation, column.to_owned()))
    }
}

/// A value without brackets and casts around it.
pub(super) fn strip(value: &Expr) -> &Expr {
    match value {
        Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => strip(inner),
        other => other,
    }
}

/// The name that a column keeps where it is given no other.
pub(super) fn column_word(value: &Expr) -> Option<String> {
    match value {
        Expr::Identifier(name) => Some(name.value.clone()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
        _ => None,
    }
}
