//! The tables a statement names, held against those its component was given.
//!
//! A name in a `FROM` is a table unless a `WITH` of the same or of an outer query has made it, before the place where it
//! stands. What could name a table in another form (`TABLE name`, `x IN name`, a change of rows inside a query) is refused.

use super::examination::{Examination, Finding};
use super::{functions, verdict};
use crate::capabilities::TableGrant;
use crate::capabilities::table_grants::{TableVerb, is_never_given, is_plain_name};
use quarry_contract::Store;
use sqlparser::ast::{
    Expr, FromTable, Insert, ObjectName, OnConflict, OnConflictAction, OnInsert, Query, SetExpr, Spanned, Statement,
    TableFactor, TableObject, Visit, Visitor, With, visit_relations,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The tables that the statement names, and those of them whose rows it changes; each was given for that.
pub(super) fn check(
    examination: &Examination<'_>,
    store: Store,
    statement: &Statement,
) -> Result<(BTreeSet<String>, BTreeSet<String>), Finding> {
    let (tables, changed) = (BTreeSet::new(), BTreeSet::new());
    let mut reader = Reader { examination, store, made: Vec::new(), statements: 0, tables, changed };
    let visited = match changed_table(statement) {
        Some((table, verb)) => match reader.changes(table, verb) {
            ControlFlow::Continue(()) => statement.visit(&mut reader),
            refused => refused,
        },
        None => statement.visit(&mut reader),
    };
    match visited {
        ControlFlow::Continue(()) => Ok((reader.tables, reader.changed)),
        ControlFlow::Break(finding) => Err(finding),
    }
}

/// The table whose rows the statement changes, and how.
fn changed_table(statement: &Statement) -> Option<(&ObjectName, TableVerb)> {
    match statement {
        Statement::Insert(insert) => match &insert.table {
            TableObject::TableName(name) => Some((name, verb_of(insert))),
            _ => None,
        },
        Statement::Update(update) => Some((name_of(&update.table.relation)?, TableVerb::Write)),
        Statement::Delete(delete) => {
            let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
            Some((name_of(&from.first()?.relation)?, TableVerb::Delete))
        }
        _ => None,
    }
}

/// A row that was there is changed where a conflict says so.
fn verb_of(insert: &Insert) -> TableVerb {
    match &insert.on {
        None => TableVerb::Append,
        Some(OnInsert::OnConflict(OnConflict { action: OnConflictAction::DoNothing, .. })) => TableVerb::Append,
        Some(_) => TableVerb::Write,
    }
}

fn name_of(factor: &TableFactor) -> Option<&ObjectName> {
    match factor {
        TableFactor::Table { name, .. } => Some(name),
        _ => None,
    }
}

/// Walks through a statement from the outside in.
struct Reader<'a> {
    examination: &'a Examination<'a>,
    store: Store,
    /// The relations that each enclosing query's `WITH` has made.
    made: Vec<Vec<String>>,
    /// The number of statements that were entered: one is right.
    statements: usize,
    tables: BTreeSet<String>,
    changed: BTreeSet<String>,
}

type Step = ControlFlow<Finding>;

fn refuse(line: u64, reason: impl Into<String>) -> Step {
    ControlFlow::Break(Finding::new(line, reason))
}

impl Visitor for Reader<'_> {
    type Break = Finding;

    fn pre_visit_statement(&mut self, statement: &Statement) -> Step {
        self.statements += 1;
        if self.statements > 1 {
            return refuse(line(statement), "a statement inside another one is not allowed: write two");
        }
        if let Statement::Insert(insert) = statement
            && !matches!(insert.table, TableObject::TableName(_))
        {
            return refuse(line(statement), "rows are inserted into a table");
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &Query) -> Step {
        let at = line(query);
        if query.settings.is_some() || query.format_clause.is_some() {
            return refuse(at, "SETTINGS and FORMAT are the host's");
        }
        if !query.locks.is_empty() || query.for_clause.is_some() || !query.pipe_operators.is_empty() {
            return refuse(at, "FOR … and |> are not allowed at the end of a query");
        }
        check_body(&query.body)?;
        let made = match &query.with {
            Some(with) => made_by(with)?,
            None => Vec::new(),
        };
        self.made.push(made);
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _query: &Query) -> Step {
        self.made.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> Step {
        match factor {
            TableFactor::Table { name, args: Some(_), .. } => {
                if functions::is_allowed_as_table(self.store, &text(name)) {
                    return ControlFlow::Continue(());
                }
                refuse(line(name), format!("the table function {name} is not allowed"))
            }
            TableFactor::Table { .. } | TableFactor::Derived { .. } | TableFactor::NestedJoin { .. } => {
                ControlFlow::Continue(())
            }
            other => refuse(line(other), format!("`{other}` is not a table of a store")),
        }
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> Step {
        let (name, at) = (text(relation), line(relation));
        // `numbers(10)` is told of as a relation too.
        if functions::is_allowed_as_table(self.store, &name) {
            return ControlFlow::Continue(());
        }
        if !is_plain_name(&name) {
            return refuse(
                at,
                format!("{relation} is not the plain name of a table: lowercase, and without a database or schema"),
            );
        }
        if self.made.iter().flatten().any(|made| *made == name) {
            return ControlFlow::Continue(());
        }
        self.tables.insert(name.clone());
        // The verb that changes a table reads it too.
        match self.changed.contains(&name) {
            true => ControlFlow::Continue(()),
            false => self.needs(at, &name, TableVerb::Read),
        }
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> Step {
        match expression {
            Expr::Function(function) => {
                let name = text(&function.name);
                match functions::is_allowed(self.store, &name) {
                    true => ControlFlow::Continue(()),
                    false => refuse(line(&function.name), format!("the function {} is not allowed", function.name)),
                }
            }
            // ClickHouse reads `x IN name` and `x IN (name)` as rows of a table.
            Expr::InList { list, .. } if list.len() == 1 && is_name(&list[0]) => {
                refuse(line(expression), "write `IN (SELECT … FROM …)` or `= …`: a name alone could be a table")
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Reader<'_> {
    /// Notes that the statement changes rows of a table.
    fn changes(&mut self, relation: &ObjectName, verb: TableVerb) -> Step {
        let name = text(relation);
        // Any other name is refused where the relation is visited.
        if !is_plain_name(&name) {
            return ControlFlow::Continue(());
        }
        self.changed.insert(name.clone());
        self.needs(line(relation), &name, verb)
    }

    /// Refuses a table that was not given for the verb, or notes that the component asks for it.
    fn needs(&self, at: u64, table: &str, verb: TableVerb) -> Step {
        let Examination { component, given, append_only, asked } = self.examination;
        if let Some(sentence) = verdict::of_append_only(append_only, table, verb) {
            return refuse(at, sentence);
        }
        if given.covers_verb(component, self.store, table, verb) {
            return ControlFlow::Continue(());
        }
        if let Some(asked) = asked
            && !is_never_given(self.store, table)
        {
            asked.borrow_mut().insert(TableGrant::of(self.store, table, verb));
            return ControlFlow::Continue(());
        }
        refuse(at, verdict::not_given(component, self.store, table, verb))
    }
}

/// The names that a `WITH` makes. One that is used before it stands would be a table there, whatever it is called.
fn made_by(with: &With) -> ControlFlow<Finding, Vec<String>> {
    let names: Vec<&str> = with.cte_tables.iter().map(|table| table.alias.name.value.as_str()).collect();
    for (index, table) in with.cte_tables.iter().enumerate() {
        let not_yet = if with.recursive { index + 1 } else { index };
        visit_relations(&table.query, |relation| {
            let name = text(relation);
            match names[not_yet..].contains(&name.as_str()) {
                true => refuse(line(relation), format!("the WITH makes {name} only after this place")),
                false => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(names.into_iter().map(str::to_owned).collect())
}

fn check_body(body: &SetExpr) -> Step {
    match body {
        SetExpr::Select(select) if select.into.is_some() => refuse(line(body), "SELECT … INTO is not allowed"),
        SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::Values(_) => ControlFlow::Continue(()),
        SetExpr::SetOperation { left, right, .. } => {
            check_body(left)?;
            check_body(right)
        }
        _ => refuse(line(body), "a query is made of SELECT and VALUES"),
    }
}

fn is_name(expression: &Expr) -> bool {
    match expression {
        Expr::Identifier(_) | Expr::CompoundIdentifier(_) => true,
        Expr::Nested(inner) => is_name(inner),
        Expr::Tuple(items) => items.len() == 1 && is_name(&items[0]),
        _ => false,
    }
}

/// Gives the name without quotes, so that a quoted name is compared as what it names.
fn text(name: &ObjectName) -> String {
    let parts: Vec<&str> =
        name.0.iter().map(|part| part.as_ident().map_or("?", |ident| ident.value.as_str())).collect();
    parts.join(".")
}

fn line(node: &impl Spanned) -> u64 {
    node.span().start.line
}
