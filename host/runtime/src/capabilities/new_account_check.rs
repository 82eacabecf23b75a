//! The declared work of a component for new accounts, checked at load, so that no account meets a statement that cannot be run.

use crate::capabilities::StatementSet;
use quarry_contract::{Grant, Manifest, Store};
use quarry_statement::{Parameter, ParameterType};
use thiserror::Error;

/// The one parameter of such statements.
pub(super) const ACCOUNTS: &str = "accounts";
/// The column that needs a grant of its own.
const NAME: &str = "name";
const COLUMNS: [(&str, ParameterType); 3] =
    [("user_id", ParameterType::Int64), (NAME, ParameterType::Text), ("created_at", ParameterType::Timestamp)];

/// A statement that could not be run for an account.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NewAccountError {
    #[error(
        "the statement {statement} for new accounts must be of the app store and take `{{accounts:rows(user_id int64, created_at timestamp)}}` alone, with `name text` between the two where it needs people's names"
    )]
    Parameters { statement: String },
    #[error(
        "the statement {statement} for new accounts takes people's names, and the manifest does not ask for the grant {}: leave `name text` out, or name the grant in `grants` of plugin!",
        Grant::NewAccountNames.name()
    )]
    Names { statement: String },
}

pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), NewAccountError> {
    let has_names = manifest.grants.contains(&Grant::NewAccountNames);
    for statement in &manifest.account_statements {
        let parameters = statements.parameters_of(Store::AppStore, statement);
        let is_good = |parameters: &&[Parameter]| {
            parameters.iter().all(takes_accounts) && statements.taken_of_a_list(statement).is_none()
        };
        let Some([only]) = parameters.filter(is_good) else {
            return Err(NewAccountError::Parameters { statement: statement.clone() });
        };
        if takes_names(only) && !has_names {
            return Err(NewAccountError::Names { statement: statement.clone() });
        }
    }
    Ok(())
}

/// Tells a parameter of the rows of accounts: with people's names or without.
fn takes_accounts(parameter: &Parameter) -> bool {
    let taken = |with_names: bool| {
        let columns = parameter.columns.iter().map(|column| (column.name.as_str(), column.kind, column.nullable));
        let known = COLUMNS.into_iter().filter(|(name, _)| with_names || *name != NAME);
        columns.eq(known.map(|(name, kind)| (name, kind, false)))
    };
    parameter.name == ACCOUNTS && (taken(true) || taken(false))
}

fn takes_names(parameter: &Parameter) -> bool {
    parameter.columns.iter().any(|column| column.name == NAME)
}
