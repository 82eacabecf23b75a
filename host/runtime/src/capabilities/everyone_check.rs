//! The check of routes that answer everyone: their statements take nothing of the caller, and read nothing whose changes nobody counts.
//!
//! What the declaration alone tells is checked with it (`declared/policy.rs`), and the calls of such a route are held to what gives
//! everyone the same (`call/frame.rs`), in the self-test before it serves too.

use crate::capabilities::StatementSet;
use crate::capabilities::data_sources::is_counted;
use quarry_contract::{Manifest, Readers, Route, Store};
use std::collections::{BTreeSet, HashMap};
use thiserror::Error;

/// A statement that a route which answers everyone may not run.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EveryoneError {
    #[error(
        "{operation_id} answers everyone and runs the statement {statement}, which takes `{parameter}`: an answer of the caller's is for \
         the caller alone; leave `answers = everyone` out"
    )]
    Caller { operation_id: String, statement: String, parameter: String },
    #[error(
        "{operation_id} answers everyone and runs the statement {statement}, which reads the table {table}: nobody counts the changes of \
         it, so an answer could be kept for too long; leave `answers = everyone` out"
    )]
    Uncounted { operation_id: String, statement: String, table: String },
}

/// Checks what the statements take.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), EveryoneError> {
    for (route, statement) in statements_for_everyone(manifest) {
        let of_store = |store| statements.parameters_of(store, statement).unwrap_or_default();
        let mut parameters = of_store(Store::AppStore).iter().chain(of_store(Store::Warehouse));
        if let Some(taken) =
            parameters.find(|parameter| matches!(parameter.in_namespace(), Some(("caller" | "guard", _))))
        {
            return Err(EveryoneError::Caller {
                operation_id: route.operation_id.clone(),
                statement: statement.to_owned(),
                parameter: taken.name.clone(),
            });
        }
    }
    Ok(())
}

/// Checks what the statements read; `used` has the tables of each, by its name.
pub(super) fn check_tables(
    manifest: &Manifest,
    used: &HashMap<&str, (Store, BTreeSet<String>)>,
) -> Result<(), EveryoneError> {
    for (route, statement) in statements_for_everyone(manifest) {
        let Some((store, tables)) = used.get(statement) else { continue };
        if let Some(table) = tables.iter().find(|table| !is_counted(*store, table)) {
            return Err(EveryoneError::Uncounted {
                operation_id: route.operation_id.clone(),
                statement: statement.to_owned(),
                table: table.clone(),
            });
        }
    }
    Ok(())
}

/// The statements of routes that answer everyone, each with its route.
fn statements_for_everyone(manifest: &Manifest) -> impl Iterator<Item = (&Route, &str)> {
    let routes = manifest.routes.iter().filter(|route| route.answers == Readers::Everyone);
    routes.flat_map(|route| route.statements.iter().map(move |statement| (route, statement.as_str())))
}
