//! Guards and the statements of routes, held against each other at load: what is wrong here would refuse every request.

use crate::capabilities::StatementSet;
use quarry_contract::{Manifest, ParameterPlace, RequestBodyForm, Route, Store};
use std::collections::BTreeSet;
use thiserror::Error;

/// A guard, or a statement of a route, that could not be used as declared.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GuardError {
    #[error("the guard {guard} names the statement {statement}, which is not declared for the app store")]
    NoStatement { guard: String, statement: String },
    #[error(
        "the guard {guard} takes `{parameter}`: the statement of a guard takes what the host binds, `caller.…`, `path.…`, `query.…` and `body.…`"
    )]
    OtherParameter { guard: String, parameter: String },
    #[error("the guard {guard} takes `{parameter}`, which may be missing in a {place}: write `{{{parameter}:type?}}`")]
    NotNullable { guard: String, parameter: String, place: String },
    #[error(
        "{operation_id} has the guard {guard}, which takes `{parameter}`: the path of the route has no such parameter"
    )]
    NotInPath { operation_id: String, guard: String, parameter: String },
    #[error(
        "{operation_id} has the guard {guard}, which takes `{parameter}`: the query of the route has no such parameter"
    )]
    NotInQuery { operation_id: String, guard: String, parameter: String },
    #[error("{operation_id} has the guard {guard}, which takes `{parameter}`: the route has no JSON body")]
    NoBody { operation_id: String, guard: String, parameter: String },
    #[error("{operation_id} runs the statement {statement}, which is not declared")]
    UnknownStatement { operation_id: String, statement: String },
    #[error("{operation_id} runs the statement {statement}, which takes `{parameter}`: the route has no guard")]
    NoGuard { operation_id: String, statement: String, parameter: String },
    #[error(
        "{operation_id} runs the statement {statement}, which takes `{parameter}`: only the statement of a guard may"
    )]
    OfRequest { operation_id: String, statement: String, parameter: String },
}

/// Checks that every guard can be asked for every route that has it, and that every route's statements have the values that
/// they take.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), GuardError> {
    for guard in &manifest.guards {
        let (name, statement) = (&guard.name, &guard.statement);
        let parameters = statements.parameters_of(Store::AppStore, statement);
        let parameters =
            parameters.ok_or_else(|| GuardError::NoStatement { guard: name.clone(), statement: statement.clone() })?;
        if let Some(taken) = statements.taken_of_a_list(statement) {
            return Err(GuardError::OtherParameter { guard: name.clone(), parameter: taken.to_owned() });
        }
        for parameter in parameters {
            let (guard, taken) = (name.clone(), parameter.name.clone());
            match parameter.in_namespace() {
                Some(("caller" | "path", _)) => {}
                Some(("body" | "query", _)) if parameter.nullable => {}
                Some((place @ ("body" | "query"), _)) => {
                    return Err(GuardError::NotNullable { guard, parameter: taken, place: place.to_owned() });
                }
                _ => return Err(GuardError::OtherParameter { guard, parameter: taken }),
            }
        }
    }
    let of_guards: BTreeSet<&str> = manifest.guards.iter().map(|guard| guard.statement.as_str()).collect();
    for route in &manifest.routes {
        check_inputs(route, statements)?;
        for statement in route.statements.iter().filter(|statement| !of_guards.contains(statement.as_str())) {
            check_statement(route, statement, statements)?;
        }
    }
    Ok(())
}

/// Checks that the route has the inputs that its guard takes.
fn check_inputs(route: &Route, statements: &StatementSet) -> Result<(), GuardError> {
    let Some(used) = &route.guard else { return Ok(()) };
    let parameters = statements.parameters_of(Store::AppStore, &used.guard.statement).unwrap_or_default();
    let has_body = route.request_body.as_ref().is_some_and(|body| matches!(body.form, RequestBodyForm::Json { .. }));
    for parameter in parameters {
        let (operation_id, guard) = (route.operation_id.clone(), used.guard.name.clone());
        let has = |place: ParameterPlace, name: &str| {
            route.parameters.iter().any(|known| known.place == place && known.name == name)
        };
        match parameter.in_namespace() {
            Some(("path", name)) if !has(ParameterPlace::Path, used.path_name(name)) => {
                return Err(GuardError::NotInPath { operation_id, guard, parameter: parameter.name.clone() });
            }
            Some(("query", name)) if !has(ParameterPlace::Query, name) => {
                return Err(GuardError::NotInQuery { operation_id, guard, parameter: parameter.name.clone() });
            }
            Some(("body", _)) if !has_body => {
                return Err(GuardError::NoBody { operation_id, guard, parameter: parameter.name.clone() });
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_statement(route: &Route, statement: &str, statements: &StatementSet) -> Result<(), GuardError> {
    let (operation_id, named) = (route.operation_id.clone(), statement.to_owned());
    let [in_app_store, in_warehouse] =
        [Store::AppStore, Store::Warehouse].map(|store| statements.parameters_of(store, statement));
    let Some(parameters) = in_app_store.or(in_warehouse) else {
        return Err(GuardError::UnknownStatement { operation_id, statement: named });
    };
    for parameter in parameters {
        let taken = parameter.name.clone();
        match parameter.in_namespace() {
            Some(("guard", _)) if route.guard.is_none() => {
                return Err(GuardError::NoGuard { operation_id, statement: named, parameter: taken });
            }
            Some(("path" | "query" | "body", _)) => {
                return Err(GuardError::OfRequest { operation_id, statement: named, parameter: taken });
            }
            _ => {}
        }
    }
    Ok(())
}
