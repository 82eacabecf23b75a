//! The queries of a text: what they take rows from, which of them pass, and the columns that they give.
//!
//! A condition may have queries, and a query has conditions, so both are read here.

use super::duty::{Duty, What};
use super::reader::{Columns, Reader, line, word};
use super::terms::{column_word, strip};
use crate::capabilities::tenancy::facts::{RelationId, Term};
use sqlparser::ast::{
    BinaryOperator, Expr, Join, JoinConstraint, JoinOperator, Query, Select, SelectItem, SetExpr, TableAlias,
    TableFactor, TableWithJoins, Visit, Visitor,
};
use std::ops::ControlFlow;

impl Reader<'_> {
    pub(super) fn query(&mut self, query: &Query) -> Columns {
        let made = self.made.len();
        for table in query.with.iter().flat_map(|with| &with.cte_tables) {
            let is_recursive = query.with.as_ref().is_some_and(|with| with.recursive);
            let (name, relation) = (table.alias.name.value.clone(), self.facts.other());
            if is_recursive {
                self.made.push((name.clone(), relation));
            }
            let columns = self.query(&table.query);
            let mut columns = renamed(columns, &table.alias);
            if is_recursive && columns.branches.len() > 1 {
                let line = line(&*table.query);
                for branch in columns.branches.split_off(1) {
                    for (name, term) in columns.names.iter().zip(branch) {
                        let column = (relation, name.clone().unwrap_or_default());
                        self.duties.push(Duty { line, what: What::Recursive { column, term } });
                    }
                }
            } else if !is_recursive {
                self.made.push((name, relation));
            }
            self.give(relation, columns);
        }
        let columns = self.body(&query.body);
        // ORDER BY and LIMIT may have queries of their own.
        self.blocks.push(Vec::new());
        if let Some(order) = &query.order_by {
            self.subqueries(order);
        }
        if let Some(limit) = &query.limit_clause {
            self.subqueries(limit);
        }
        self.blocks.pop();
        self.made.truncate(made);
        columns
    }

    /// Says that the columns of a relation are those of a query.
    fn give(&mut self, relation: RelationId, columns: Columns) {
        for (place, name) in columns.names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            let terms = columns.branches.iter().map(|branch| branch.get(place).cloned().unwrap_or(Term::Other));
            self.facts.union((relation, name), terms.collect());
        }
    }

    fn body(&mut self, body: &SetExpr) -> Columns {
        match body {
            SetExpr::Select(select) => self.select(select),
            SetExpr::Query(query) => self.query(query),
            SetExpr::SetOperation { left, right, .. } => {
                let (mut left, right) = (self.body(left), self.body(right));
                left.branches.extend(right.branches);
                left
            }
            SetExpr::Values(values) => {
                let mut branches: Vec<Vec<Term>> = Vec::with_capacity(values.rows.len());
                for row in &values.rows {
                    branches.push(row.iter().map(|value| self.value(value)).collect());
                }
                let count = branches.first().map_or(0, Vec::len);
                Columns { names: vec![None; count], branches }
            }
            _ => Columns { names: Vec::new(), branches: Vec::new() },
        }
    }

    fn select(&mut self, select: &Select) -> Columns {
        let floor = self.facts.next();
        self.block(select, floor, |reader| {
            let (mut names, mut terms) = (Vec::new(), Vec::new());
            for item in &select.projection {
                let (name, value) = match item {
                    SelectItem::ExprWithAlias { expr, alias } => (Some(alias.value.clone()), expr),
                    SelectItem::UnnamedExpr(expr) => (column_word(expr), expr),
                    _ => continue,
                };
                names.push(name);
                terms.push(reader.value(value));
            }
            Columns { names, branches: vec![terms] }
        })
    }

    /// Reads what a `SELECT` takes rows from and which of them pass, and then, while its relations can be named, `then`.
    fn block<T>(&mut self, select: &Select, floor: RelationId, then: impl FnOnce(&mut Self) -> T) -> T {
        self.blocks.push(Vec::new());
        for table in &select.from {
            self.table_with_joins(table, floor);
        }
        for condition in select.selection.iter().chain(&select.prewhere) {
            self.condition(condition, floor);
        }
        for part in select.having.iter().chain(&select.qualify) {
            self.subqueries(part);
        }
        self.subqueries(&select.group_by);
        let done = then(self);
        self.blocks.pop();
        done
    }

    pub(super) fn table_with_joins(&mut self, table: &TableWithJoins, floor: RelationId) {
        self.factor(&table.relation);
        for Join { relation, join_operator, .. } in &table.joins {
            let own_side = self.facts.next();
            self.factor(relation);
            let (constraint, floor) = match join_operator {
                JoinOperator::Join(constraint)
                | JoinOperator::Inner(constraint)
                | JoinOperator::CrossJoin(constraint) => (Some(constraint), floor),
                JoinOperator::Left(constraint) | JoinOperator::LeftOuter(constraint) => (Some(constraint), own_side),
                JoinOperator::Right(constraint)
                | JoinOperator::RightOuter(constraint)
                | JoinOperator::FullOuter(constraint) => (Some(constraint), RelationId::MAX),
                _ => (None, RelationId::MAX),
            };
            if let Some(JoinConstraint::On(condition)) = constraint {
                self.condition(condition, floor);
            }
        }
    }

    fn factor(&mut self, factor: &TableFactor) {
        match factor {
            TableFactor::Table { name, alias, .. } => {
                let name_word = word(name);
                let relation = self.relation(&name_word, line(name), false);
                let alias = alias.as_ref().map_or(name_word, |alias| alias.name.value.clone());
                self.name(alias, relation);
            }
            TableFactor::Derived { subquery, alias, .. } => {
                let columns = self.query(subquery);
                let relation = self.facts.other();
                if let Some(alias) = alias {
                    let columns = renamed(columns, alias);
                    self.give(relation, columns);
                    self.name(alias.name.value.clone(), relation);
                } else {
                    self.give(relation, columns);
                    self.name(String::new(), relation);
                }
            }
            TableFactor::NestedJoin { table_with_joins, .. } => {
                // Which of its rows pass is decided outside of it as well: nothing of its own conditions is counted.
                self.table_with_joins(table_with_joins, RelationId::MAX);
            }
            // No other is let in.
            _ => {}
        }
    }

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

    fn equal(&mut self, left: &Expr, right: &Expr, floor: RelationId) {
        let (left, right) = (self.value(left), self.value(right));
        self.flow(left.clone(), right.clone(), floor);
        self.flow(right, left, floor);
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

/// `AS name (column, …)`.
fn renamed(mut columns: Columns, alias: &TableAlias) -> Columns {
    for (place, column) in alias.columns.iter().enumerate() {
        if let Some(name) = columns.names.get_mut(place) {
            *name = Some(column.name.value.clone());
        }
    }
    columns
}
