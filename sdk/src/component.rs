//! What `plugin!` calls: nothing here is for authors.

use crate::bindings::quarry::plugin::{exchange, log, manifest};
use crate::{Answer, Problem, Statement};

pub use crate::bindings::quarry::plugin::jobs::{Job as WitJob, JobFailure as WitJobFailure};
pub use crate::choice::{choice_kind, deserialize_choice};
pub use crate::job::{run as run_job, unknown as unknown_job};
pub use crate::parameters::{Bounds, ParameterPlace, declare, take};
pub use crate::row::choice_cell;
pub use crate::rows_parameter::{ColumnValue, bind_column, bind_nullable_column};
pub use crate::schema::{Member, bounded, object_example, object_schema};
pub use crate::statement::{DialectText, same_words};
pub use crate::values::IntoValue;
pub use exchange::{Answer as WitAnswer, Problem as WitProblem, Request as WitRequest};
pub use manifest::{
    AppStoreDialect, Erasure, Manifest, Migration, Parameter, ParameterKind, PersonalData, Route, SessionRule,
    Statement as StatementDeclaration,
};

/// The version of `wit/` that this SDK was built for; `plugin!` stamps it into the component.
pub const CONTRACT_VERSION: &str = "0.1.0";

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

/// What the manifest says of a statement.
pub fn statement_declaration<S: Statement>() -> StatementDeclaration {
    S::declaration()
}

/// Panics are reported through `log`, so that the author sees them where everything else of the component stands.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| log::emit(log::Level::Error, &panic.to_string())));
}

/// Each statement once, however many endpoints run it.
pub fn distinct(statements: Vec<manifest::Statement>) -> Vec<manifest::Statement> {
    let mut distinct: Vec<manifest::Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        if !distinct.iter().any(|known| known.name == statement.name && known.sql == statement.sql) {
            distinct.push(statement);
        }
    }
    distinct
}

/// The outcome as the contract carries it.
pub fn outcome(outcome: Result<Answer, Problem>) -> Result<exchange::Answer, exchange::Problem> {
    outcome.map(Answer::into_contract).map_err(Problem::into_contract)
}

/// An operation that the manifest does not declare: only a host in error asks for one.
pub fn unknown_operation(operation_id: &str) -> Problem {
    Problem::not_found(format!("This component has no operation {operation_id}."))
}
