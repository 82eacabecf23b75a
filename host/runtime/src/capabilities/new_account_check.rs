//! The declared work of a component for new accounts, checked at load, so that no account is refused for it.

use crate::capabilities::StatementSet;
use quarry_contract::{Manifest, Store};
use quarry_statement::{Parameter, ParameterType};
use thiserror::Error;

/// The one parameter of such statements.
pub(super) const ACCOUNTS: &str = "accounts";
pub(super) const COLUMNS: [(&str, ParameterType); 3] =
    [("user_id", ParameterType::Int64), ("name", ParameterType::Text), ("created_at", ParameterType::Timestamp)];

/// A statement that could not be run with a new account.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "the statement {statement} for new accounts must be of the app store and take `{{accounts:rows(user_id int64, name text, created_at timestamp)}}` alone"
)]
pub struct NewAccountError {
    statement: String,
}

pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), NewAccountError> {
    let is_good = |statement: &&String| matches!(statements.parameters_of(Store::AppStore, statement), Some([only]) if takes_accounts(only));
    match manifest.account_statements.iter().find(|statement| !is_good(statement)) {
        Some(statement) => Err(NewAccountError { statement: statement.clone() }),
        None => Ok(()),
    }
}

fn takes_accounts(parameter: &Parameter) -> bool {
    let columns = parameter.columns.iter().map(|column| (column.name.as_str(), column.kind, column.nullable));
    parameter.name == ACCOUNTS && columns.eq(COLUMNS.map(|(name, kind)| (name, kind, false)))
}
