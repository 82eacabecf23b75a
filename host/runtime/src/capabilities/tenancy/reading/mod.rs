//! A statement's text, read for what it says of the rows of tenants.
//!
//! Conditions count where they decide which rows there are: joined by `AND` in a `WHERE`, in the `ON` of a join (of an outer
//! one for its own side alone), and in an `EXISTS` or `IN` among them. A subquery elsewhere is held by what it says itself.

mod duties;
mod duty;
mod reader;
mod terms;
mod writes;

use crate::capabilities::tenancy::facts::{Facts, RelationId, Term};
use duty::{Duty, What};
use quarry_contract::TenantTable;
use quarry_statement::{Rendered, scope_table};
use quarry_stores::app::AppStoreDialect;
use reader::{Columns, Reader, Refusal, line, word};
use sqlparser::ast::{
    Join, JoinConstraint, JoinOperator, Query, Select, SelectItem, SetExpr, Statement, TableAlias, TableFactor,
    TableWithJoins,
};
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::collections::HashMap;
use terms::column_word;

/// Checks that every row of a tenant that the text reaches is held.
pub(super) fn check(
    engine: AppStoreDialect,
    rendered: &Rendered,
    tables: &HashMap<String, TenantTable>,
) -> Result<(), Refusal> {
    let dialect: &dyn Dialect = match engine {
        AppStoreDialect::Sqlite => &SQLiteDialect {},
        AppStoreDialect::Postgres => &PostgreSqlDialect {},
    };
    let unreadable = || (1, "the host cannot read it, so it cannot tell whose rows it reaches".to_owned());
    let parsed = Parser::parse_sql(dialect, &rendered.sql).map_err(|_| unreadable())?;
    let [statement] = parsed.as_slice() else { return Err(unreadable()) };
    let mut reader = Reader {
        bindings: &rendered.bindings,
        tables,
        facts: Facts::default(),
        blocks: Vec::new(),
        made: Vec::new(),
        duties: Vec::new(),
    };
    reader.statement(statement);
    reader.conclude()
}

impl<'a> Reader<'a> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Query(query) => drop(self.query(query)),
            Statement::Insert(insert) => self.insert(insert),
            Statement::Update(update) => self.update(update),
            Statement::Delete(delete) => self.delete(delete),
            // No other is let in.
            _ => {}
        }
    }

    fn query(&mut self, query: &Query) -> Columns {
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
        // What stands behind a query (ORDER BY, LIMIT) may have queries of its own.
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

    fn table_with_joins(&mut self, table: &TableWithJoins, floor: RelationId) {
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

    /// The relation that a name stands for.
    fn relation(&mut self, name: &str, line: usize, is_changed: bool) -> RelationId {
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

    fn name(&mut self, alias: String, relation: RelationId) {
        if let Some(block) = self.blocks.last_mut() {
            block.push((alias, relation));
        }
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
