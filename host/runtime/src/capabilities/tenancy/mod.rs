//! The check that the statements of routes are held to what their callers may touch.
//!
//! A table whose rows belong to tenants is declared: by its component, by each that was given it to read, or, for what several
//! families rest on, in [`host_tables`]. A statement of
//! a route that names one must hold it: equal to what a guard found, to a column of a scope or to who is asking, at the place
//! where that decides which rows there are ([`reading`] collects what a text says, [`facts`] draws the conclusions). A name that
//! only stands somewhere in the text holds nothing.
//!
//! This guards authors against their own mistakes. What a component may reach at all is the engine's word (`statement_check`),
//! which refuses a text that the parser reads otherwise than the engine.

mod facts;
mod host_tables;
mod reading;

use crate::capabilities::StatementSet;
use crate::capabilities::statement_check::every_shape;
use quarry_contract::{Access, Manifest, Route, SessionRule, TenantTable};
use quarry_statement::{Dialect, SourceLine};
use std::collections::{BTreeSet, HashMap};
use thiserror::Error;

/// A statement that reaches rows of tenants without being held to one.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{file}, line {line}: {operation_id} runs the statement {statement}, and {reason}")]
pub struct TenancyError {
    file: String,
    line: SourceLine,
    operation_id: String,
    statement: String,
    reason: String,
}

/// A statement of a component's routes that is not held to tenants, for the people who review it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unguarded {
    pub statement: String,
    /// The reason, in the words of its author.
    pub reason: String,
}

/// The statements that a manifest declares to be held to no tenant.
pub fn unguarded(manifest: &Manifest) -> Vec<Unguarded> {
    let declared = manifest.statements.iter().filter_map(|statement| {
        let reason = statement.unguarded.clone()?;
        Some(Unguarded { statement: statement.name.clone(), reason })
    });
    declared.collect()
}

/// The tables that the host knows to hold rows of tenants.
pub fn host_tenant_tables() -> Vec<TenantTable> {
    host_tables::tables()
}

/// Holds each statement of each route against the tables of tenants.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), TenancyError> {
    let mut tables: HashMap<String, TenantTable> =
        host_tables::tables().into_iter().map(|table| (table.table.clone(), table)).collect();
    tables.extend(manifest.tenant_tables.iter().map(|table| (table.table.clone(), table.clone())));
    let guards: BTreeSet<&str> = manifest.guards.iter().map(|guard| guard.statement.as_str()).collect();
    let free: BTreeSet<&str> = manifest
        .statements
        .iter()
        .filter(|statement| statement.unguarded.is_some() || guards.contains(statement.name.as_str()))
        .map(|statement| statement.name.as_str())
        .collect();
    // A statement that many routes run is read once.
    let mut seen = BTreeSet::new();
    for route in manifest.routes.iter().filter(|route| !is_for_staff(route)) {
        let named = route.statements.iter().filter(|name| !free.contains(name.as_str()));
        for statement in named.filter(|name| seen.insert(name.as_str())) {
            check_statement(route, statement, statements, &tables)?;
        }
    }
    Ok(())
}

/// A permission is a guard of its own.
fn is_for_staff(route: &Route) -> bool {
    matches!(&route.access, Access::Session(SessionRule { permission: Some(_), .. }))
}

fn check_statement(
    route: &Route,
    statement: &str,
    statements: &StatementSet,
    tables: &HashMap<String, TenantTable>,
) -> Result<(), TenancyError> {
    for (language, text) in statements.texts_of(statement) {
        let Some(engine) = language.app_store_engine() else { continue };
        for shape in every_shape(&text.written) {
            let rendered = shape.render(Dialect::Numbered);
            if !tables.keys().any(|table| rendered.sql.contains(table.as_str())) {
                continue;
            }
            reading::check(engine, &rendered, tables).map_err(|(line, reason)| TenancyError {
                file: text.file.clone(),
                line: rendered.line_of_file(line),
                operation_id: route.operation_id.clone(),
                statement: statement.to_owned(),
                reason,
            })?;
        }
    }
    Ok(())
}
