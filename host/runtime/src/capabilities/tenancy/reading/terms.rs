//! The values that conditions make equal, and the names that a value is known by.

use super::reader::Reader;
use crate::capabilities::tenancy::facts::{Known, RelationId, Term};
use sqlparser::ast::{BinaryOperator, Expr, Query, SetExpr, Value, Visit, Visitor};
use std::ops::ControlFlow;

impl Reader<'_> {
    /// A condition that each row passes. Columns of relations from `floor` on are what it makes them equal to.
    pub(super) fn condition(&mut self, condition: &Expr, floor: RelationId) {
        match condition {
            Expr::Nested(inner) => self.condition(inner, floor),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                self.condition(left, floor);
                self.condition(right, floor);
            }
            Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => match (&**left, &**right) {
                (Expr::Tuple(left), Expr::Tuple(right)) if left.len() == right.len() => {
                    for (left, right) in left.iter().zip(right) {
                        self.equal(left, right, floor);
                    }
                }
                (left, right) => self.equal(left, right, floor),
            },
            Expr::InSubquery { expr, subquery, negated: false } => {
                let columns = self.query(subquery);
                let found = self.facts.other();
                let values = match &**expr {
                    Expr::Tuple(values) => values.iter().collect(),
                    value => vec![value],
                };
                for (place, value) in values.into_iter().enumerate() {
                    let column = (found, place.to_string());
                    let terms = columns.branches.iter().map(|branch| branch.get(place).cloned().unwrap_or(Term::Other));
                    self.facts.union(column.clone(), terms.collect());
                    let value = self.value(value);
                    self.flow(Term::Column(column.0, column.1), value, floor);
                }
            }
            Expr::Exists { subquery, negated: false } => match &*subquery.body {
                // Its conditions are conditions of the rows outside.
                SetExpr::Select(select) if subquery.with.is_none() => {
                    self.block(select, floor, |reader| reader.subqueries(&select.projection));
                }
                _ => drop(self.query(subquery)),
            },
            other => self.subqueries(other),
        }
    }

    pub(super) fn equal(&mut self, left: &Expr, right: &Expr, floor: RelationId) {
        let (left, right) = (self.value(left), self.value(right));
        self.flow(left.clone(), right.clone(), floor);
        self.flow(right, left, floor);
    }

    pub(super) fn flow(&mut self, from: Term, to: Term, floor: RelationId) {
        if let Term::Column(relation, column) = to
            && relation >= floor
        {
            self.facts.flow(from, (relation, column));
        }
    }

    /// Gives the term of a value, and reads the queries in it.
    pub(super) fn value(&mut self, value: &Expr) -> Term {
        if let Expr::Subquery(query) = strip(value) {
            let columns = self.query(query);
            let relation = self.facts.other();
            let terms = columns.branches.iter().map(|branch| branch.first().cloned().unwrap_or(Term::Other));
            self.facts.union((relation, String::new()), terms.collect());
            return Term::Column(relation, String::new());
        }
        self.subqueries(value);
        self.term(value)
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

    pub(super) fn bound(&self, place: &str) -> Term {
        let index = place.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
        let binding = index.and_then(|index| self.bindings.get(index.checked_sub(1)?));
        let name = binding.and_then(|binding| match binding.split_once('.') {
            Some(("guard", column)) => Some(column.to_owned()),
            Some(("caller", _)) => Some(binding.clone()),
            _ => None,
        });
        name.map_or(Term::Other, |name| Term::Known(Known { name, for_writing: true }))
    }

    pub(super) fn qualified(&self, alias: &str, column: &str) -> Term {
        let found = self.blocks.iter().rev().flatten().find(|(known, _)| known == alias);
        found.map_or(Term::Other, |(_, relation)| Term::Column(*relation, column.to_owned()))
    }

    /// A column of the only relation, or of the only one that is declared to have it.
    pub(super) fn unqualified(&self, column: &str) -> Term {
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

    /// Reads the queries within something that decides no rows.
    pub(super) fn subqueries(&mut self, node: &impl Visit) {
        struct Outermost<'r, 'a> {
            reader: &'r mut Reader<'a>,
            depth: usize,
        }
        impl Visitor for Outermost<'_, '_> {
            type Break = ();

            fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
                if self.depth == 0 {
                    drop(self.reader.query(query));
                }
                self.depth += 1;
                ControlFlow::Continue(())
            }

            fn post_visit_query(&mut self, _query: &Query) -> ControlFlow<()> {
                self.depth -= 1;
                ControlFlow::Continue(())
            }
        }
        let _ = node.visit(&mut Outermost { reader: self, depth: 0 });
    }
}

/// A value without brackets and casts around it.
fn strip(value: &Expr) -> &Expr {
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
