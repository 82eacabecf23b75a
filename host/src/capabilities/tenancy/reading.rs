//! A statement's text, read for what it says of the rows of tenants.
//!
//! Conditions count where they decide which rows there are: joined by `AND` in a `WHERE`, in the `ON` of a join (of an outer
//! one for its own side alone), and in an `EXISTS` or `IN` among them. A subquery elsewhere is held by what it says itself.

use crate::capabilities::tenancy::facts::{Facts, Held, Known, RelationId, Term};
use crate::contract::{TenantColumn, TenantTable};
use crate::stores::app::AppStoreDialect;
use quarry_statement::{Rendered, scope_table};
use sqlparser::ast::{
    Assignment, AssignmentTarget, BinaryOperator, ConflictTarget, Delete, Expr, FromTable, Insert, Join,
    JoinConstraint, JoinOperator, ObjectName, OnConflict, OnConflictAction, OnInsert, Query, Select, SelectItem,
    SetExpr, Spanned, Statement, TableAlias, TableFactor, TableObject, TableWithJoins, Update, UpdateTableFromKind,
    Value, Visit, Visitor,
};
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A line of the text, from 1, and a sentence that goes on behind "and".
type Refusal = (usize, String);

/// Whether every row of a tenant that the text reaches is held.
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

/// What must be so in the end.
struct Duty {
    line: usize,
    what: What,
}

enum What {
    /// The rows of a table are held.
    Held { relation: RelationId, is_changed: bool },
    /// What is written into a declared column is known by that column's name, or null.
    Written { table: String, column: String, name: String, term: Term },
    /// One of the values that a new row says whose it is by.
    Belongs { table: String, terms: Vec<(String, Term)> },
    /// The branches of a query that refers to itself give what its first one gives.
    Recursive { column: (RelationId, String), term: Term },
}

/// The columns of a query: their names and, for each of the queries that a `UNION` joins, their terms.
struct Columns {
    names: Vec<Option<String>>,
    branches: Vec<Vec<Term>>,
}

struct Reader<'a> {
    bindings: &'a [String],
    tables: &'a HashMap<String, TenantTable>,
    facts: Facts<'a>,
    /// The relations that the enclosing queries name, the innermost last.
    blocks: Vec<Vec<(String, RelationId)>>,
    /// What `WITH` has made.
    made: Vec<(String, RelationId)>,
    duties: Vec<Duty>,
}

fn line(node: &impl Spanned) -> usize {
    usize::try_from(node.span().start.line).unwrap_or(1)
}

/// The last word of a name, without quotes.
fn word(name: &ObjectName) -> String {
    name.0.last().and_then(|part| part.as_ident()).map(|ident| ident.value.clone()).unwrap_or_default()
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

    /// A condition that each row passes. Columns of relations from `floor` on are what it makes them equal to.
    fn condition(&mut self, condition: &Expr, floor: RelationId) {
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

    fn flow(&mut self, from: Term, to: Term, floor: RelationId) {
        if let Term::Column(relation, column) = to
            && relation >= floor
        {
            self.facts.flow(from, (relation, column));
        }
    }

    /// What a value is, with the queries in it read.
    fn value(&mut self, value: &Expr) -> Term {
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

    /// What a value without queries is.
    fn term(&self, value: &Expr) -> Term {
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

    /// Reads the queries within something that decides no rows.
    fn subqueries(&mut self, node: &impl Visit) {
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

    fn insert(&mut self, insert: &Insert) {
        let TableObject::TableName(name) = &insert.table else { return };
        let (table_name, at) = (word(name), line(name));
        let columns: Vec<String> = insert.columns.iter().map(word).collect();
        let source = insert.source.as_ref().map(|source| self.query(source));
        let Some(table) = self.tables.get(&table_name) else {
            if let Some(on) = &insert.on {
                self.subqueries(on);
            }
            return;
        };
        // What a new row has in each column, one term for each row or query that it may come from.
        let rows = source.map(|source| source.branches).unwrap_or_default();
        let term_of = |reader: &mut Self, column: &str| {
            let place = columns.iter().position(|known| known == column)?;
            let new = reader.facts.other();
            let terms = rows.iter().map(|row| row.get(place).cloned().unwrap_or(Term::Other)).collect::<Vec<_>>();
            match terms.as_slice() {
                [one] => Some(one.clone()),
                _ => {
                    reader.facts.union((new, column.to_owned()), terms);
                    Some(Term::Column(new, column.to_owned()))
                }
            }
        };
        let mut belongs = Vec::new();
        for declared in &table.columns {
            let term = term_of(self, &declared.column);
            if let (Some(term), false) = (term, declared.is_key) {
                belongs.push((declared.column.clone(), declared.name.clone(), term));
            }
        }
        self.written(&table_name, at, &belongs);
        // The first of a tenant (a space, an organization) belongs to nothing.
        if table.columns.iter().any(|column| !column.is_key) {
            let terms = belongs.iter().map(|(_, name, term)| (name.clone(), term.clone())).collect();
            self.duties.push(Duty { line: at, what: What::Belongs { table: table_name.clone(), terms } });
        }
        if let Some(OnInsert::OnConflict(OnConflict { conflict_target, action })) = &insert.on
            && let OnConflictAction::DoUpdate(update) = action
        {
            let relation = self.relation(&table_name, at, true);
            let excluded = self.facts.other();
            let alias = insert.table_alias.as_ref().map_or(table_name.clone(), |alias| alias.alias.value.clone());
            self.blocks.push(vec![(alias, relation)]);
            for column in &columns {
                if let Some(term) = term_of(self, column) {
                    self.facts.union((excluded, column.clone()), vec![term.clone()]);
                    // The row that was there has the same values in the columns by which it was found.
                    let is_found_by = match conflict_target {
                        Some(ConflictTarget::Columns(found_by)) => found_by.iter().any(|known| known.value == *column),
                        _ => false,
                    };
                    if is_found_by {
                        self.facts.flow(term, (relation, column.clone()));
                    }
                }
            }
            if let Some(condition) = &update.selection {
                self.condition(condition, relation);
            }
            self.name("excluded".to_owned(), excluded);
            self.assignments(&table_name, at, &update.assignments);
            self.blocks.pop();
        }
    }

    fn update(&mut self, update: &Update) {
        let floor = self.facts.next();
        self.blocks.push(Vec::new());
        let TableFactor::Table { name, alias, .. } = &update.table.relation else { return };
        let (table, at) = (word(name), line(name));
        let relation = self.relation(&table, at, true);
        self.name(alias.as_ref().map_or(table.clone(), |alias| alias.name.value.clone()), relation);
        let from = match &update.from {
            Some(UpdateTableFromKind::BeforeSet(from) | UpdateTableFromKind::AfterSet(from)) => from.as_slice(),
            None => &[],
        };
        for table in from {
            self.table_with_joins(table, floor);
        }
        if let Some(condition) = &update.selection {
            self.condition(condition, floor);
        }
        self.assignments(&table, at, &update.assignments);
        if let Some(returning) = &update.returning {
            self.subqueries(returning);
        }
        self.blocks.pop();
    }

    fn delete(&mut self, delete: &Delete) {
        let floor = self.facts.next();
        self.blocks.push(Vec::new());
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        for table in from {
            if let TableFactor::Table { name, alias, .. } = &table.relation {
                let table = word(name);
                let relation = self.relation(&table, line(name), true);
                self.name(alias.as_ref().map_or(table, |alias| alias.name.value.clone()), relation);
            }
        }
        for table in delete.using.iter().flatten() {
            self.table_with_joins(table, floor);
        }
        if let Some(condition) = &delete.selection {
            self.condition(condition, floor);
        }
        if let Some(returning) = &delete.returning {
            self.subqueries(returning);
        }
        self.blocks.pop();
    }

    fn assignments(&mut self, table: &str, line: usize, assignments: &[Assignment]) {
        let mut written = Vec::new();
        for Assignment { target, value } in assignments {
            let term = self.value(value);
            let (AssignmentTarget::ColumnName(name), Some(declared)) = (target, self.tables.get(table)) else {
                continue;
            };
            let column = word(name);
            for declared in declared.columns.iter().filter(|known| known.column == column) {
                written.push((column.clone(), declared.name.clone(), term.clone()));
            }
        }
        self.written(table, line, &written);
    }

    /// What is written into declared columns is the caller's to write. A column that is known by several names has one of them.
    fn written(&mut self, table: &str, line: usize, written: &[(String, String, Term)]) {
        // A row of a tenant may name any person; a row of a person alone names that one.
        let is_of_tenant = self.tables.get(table).is_some_and(|declared| {
            declared.columns.iter().any(|column| !column.is_key && !column.name.starts_with("caller."))
        });
        let is_bound = |name: &str| !is_of_tenant || !name.starts_with("caller.");
        let mut columns: Vec<&String> =
            written.iter().filter(|(_, name, _)| is_bound(name)).map(|(column, ..)| column).collect();
        columns.dedup();
        for column in columns {
            let names: Vec<&str> =
                written.iter().filter(|(known, ..)| known == column).map(|(_, name, _)| name.as_str()).collect();
            let Some((_, _, term)) = written.iter().find(|(known, ..)| known == column) else { continue };
            let (table, column, name, term) = (table.to_owned(), column.clone(), names.join(" "), term.clone());
            self.duties.push(Duty { line, what: What::Written { table, column, name, term } });
        }
    }

    /// Whether every duty is done.
    fn conclude(mut self) -> Result<(), Refusal> {
        self.facts.conclude();
        for Duty { line, what } in &self.duties {
            self.done(what).map_err(|reason| (*line, reason))?;
        }
        Ok(())
    }

    fn done(&self, what: &What) -> Result<(), String> {
        match what {
            What::Held { relation, is_changed } => {
                let Some(table) = self.facts.declared(*relation) else { return Ok(()) };
                match (self.facts.held(*relation), is_changed) {
                    (Some(Held::ForWriting | Held::Own), _) | (Some(Held::ForReading), false) => Ok(()),
                    (Some(Held::ForReading), true) => Err(format!(
                        "it changes rows of {} that a scope only shows: hold {} equal to what a guard found",
                        table.table,
                        ways(table)
                    )),
                    (None, _) => Err(format!(
                        "rows of {} are held to no tenant: hold {} equal to it, or say why the statement is unguarded",
                        table.table,
                        ways(table)
                    )),
                }
            }
            What::Written { table, column, name, term } => {
                let known = self.facts.known_of(term);
                let is_known =
                    known.iter().any(|known| known.for_writing && name.split(' ').any(|name| name == known.name));
                match *term == Term::Null || is_known {
                    true => Ok(()),
                    false => Err(format!(
                        "it writes something of its own into {table}.{column}, by which rows belong to tenants: write what a \
                         guard found ({})",
                        name.split(' ').map(shown).collect::<Vec<_>>().join(" or ")
                    )),
                }
            }
            What::Belongs { table, terms } => {
                let is_known = |(name, term): &(String, Term)| {
                    self.facts.known_of(term).iter().any(|known| known.for_writing && known.name == *name)
                };
                match terms.iter().any(is_known) {
                    true => Ok(()),
                    false => Err(format!("the rows that it adds to {table} belong to nothing that a guard found")),
                }
            }
            What::Recursive { column, term } => {
                let first = self.facts.known_of(&Term::Column(column.0, column.1.clone()));
                match self.facts.known_of(term).is_superset(&first) {
                    true => Ok(()),
                    false => Err(format!(
                        "the column {} of a query that refers to itself leaves what its beginning is held to",
                        column.1
                    )),
                }
            }
        }
    }
}

/// `id ({guard.page_id}) or space_id ({guard.tenant})`.
fn ways(table: &TenantTable) -> String {
    let way = |column: &TenantColumn| format!("{} ({})", column.column, shown(&column.name));
    table.columns.iter().map(way).collect::<Vec<_>>().join(" or ")
}

fn shown(name: &str) -> String {
    match name.starts_with("caller.") {
        true => format!("{{{name}}}"),
        false => format!("{{guard.{name}}}"),
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
fn column_word(value: &Expr) -> Option<String> {
    match value {
        Expr::Identifier(name) => Some(name.value.clone()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
        _ => None,
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
