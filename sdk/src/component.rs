//! Functions that `plugin!` calls. Nothing here is for authors.

use crate::bindings::quarry::plugin::{exchange, log, manifest};
use crate::{Answer, Guard, Problem};

pub use crate::bindings::quarry::plugin::jobs::{Job as WitJob, JobFailure as WitJobFailure};
pub use crate::choice::{choice_kind, deserialize_choice};
pub use crate::job::{run as run_job, unknown as unknown_job};
pub use crate::parameters::{Bounds, ParameterPlace, declare, take};
pub use crate::row::choice_cell;
pub use crate::rows_parameter::{ColumnValue, bind_column, bind_nullable_column};
pub use crate::schema::{Member, bounded, object_example, object_schema};
pub use crate::statement::{DialectText, same_words, statement_declaration};
pub use crate::values::IntoValue;
pub use exchange::{Answer as WitAnswer, Problem as WitProblem, Request as WitRequest};
pub use manifest::{
    Acting, AppStoreDialect, Erasure, ErasureRefusal, Followed as FollowedSource, Guard as GuardDeclaration,
    GuardRefusal, Manifest, Migration, Parameter, ParameterKind, PersonalData, Route, RouteGuard, RowScope,
    SessionRule, Statement as StatementDeclaration, Tenant, TenantColumn, TenantTable,
};

/// The version of `wit/` that this SDK was built for; `plugin!` stamps it into the component.
pub const CONTRACT_VERSION: &str = "0.3.0";

/// The bytes of the version, for the custom section.
pub const fn stamp<const LENGTH: usize>(version: &str) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    let mut index = 0;
    while index < LENGTH {
        bytes[index] = version.as_bytes()[index];
        index += 1;
    }
    bytes
}

/// A guard and its statement.
pub type DeclaredGuard = (GuardDeclaration, StatementDeclaration);

/// Panics are reported through `log`, so that the author sees them where everything else of the component stands.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| log::emit(log::Level::Error, &panic.to_string())));
}

/// Each statement once, those of guards among them.
pub fn distinct(statements: Vec<StatementDeclaration>, guards: &[DeclaredGuard]) -> Vec<StatementDeclaration> {
    let mut distinct: Vec<StatementDeclaration> = Vec::with_capacity(statements.len());
    for statement in statements.into_iter().chain(guards.iter().map(|(_, statement)| statement.clone())) {
        if !distinct.iter().any(|known| known.name == statement.name && known.sql == statement.sql) {
            distinct.push(statement);
        }
    }
    distinct
}

/// The route with the names of the statements that it may run.
pub fn with_statements(mut route: Route, statements: &[&str]) -> Route {
    route.statements = statements.iter().map(|name| (*name).to_owned()).collect();
    route
}

/// Each guard once, however many endpoints have it.
pub fn distinct_guards(guards: Vec<DeclaredGuard>) -> Vec<GuardDeclaration> {
    let mut distinct: Vec<GuardDeclaration> = Vec::new();
    for (guard, _) in guards {
        if !distinct.iter().any(|known| known.name == guard.name && known.statement == guard.statement) {
            distinct.push(guard);
        }
    }
    distinct
}

/// A guard as a route uses it.
pub fn route_guard<G: Guard>(
    least: G,
    changes_ranks: bool,
    paths: &[(&str, &str)],
    or_permission: Option<&str>,
) -> RouteGuard {
    RouteGuard {
        guard: G::NAME.to_owned(),
        least_rank: least.word().map(str::to_owned),
        paths: paths.iter().map(|(of_guard, of_route)| ((*of_guard).to_owned(), (*of_route).to_owned())).collect(),
        or_permission: or_permission.map(str::to_owned),
        changes_ranks,
    }
}

/// The manifest's entries of a guard and of its statement.
pub fn guard_declaration<G: Guard>(_: G) -> DeclaredGuard {
    (G::declaration(), G::statement())
}

/// The outcome as the contract carries it.
pub fn outcome(outcome: Result<Answer, Problem>) -> Result<exchange::Answer, exchange::Problem> {
    outcome.map(Answer::into_contract).map_err(Problem::into_contract)
}

/// An operation that the manifest does not declare: only a host in error asks for one.
pub fn unknown_operation(operation_id: &str) -> Problem {
    Problem::not_found(format!("This component has no operation {operation_id}."))
}
