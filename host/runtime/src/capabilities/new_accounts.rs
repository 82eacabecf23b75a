//! The declared work of a component for new accounts: checked at load, so that no account is refused for it.

use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::{Capabilities, StatementSet};
use quarry_contract::{Caller, Manifest, Store};
use quarry_identity::{AccountStatementError, NewAccount};
use quarry_statement::{Parameter, ParameterType};
use quarry_stores::app::BoundStatement;
use quarry_stores::result_set::Value;
use thiserror::Error;

/// The one parameter of such statements.
const ACCOUNTS: &str = "accounts";
const COLUMNS: [(&str, ParameterType); 3] =
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

impl Capabilities {
    /// Gives the statements that the component with this `manifest` runs for these accounts.
    pub fn account_statements(
        &self,
        manifest: &Manifest,
        accounts: &[NewAccount],
    ) -> Result<Vec<BoundStatement>, AccountStatementError> {
        let bindings = || {
            let column = |place: usize| format!("{ACCOUNTS}/{}", COLUMNS[place].0);
            vec![
                (column(0), Value::Int64List(accounts.iter().map(|account| account.user_id).collect())),
                (column(1), Value::TextList(accounts.iter().map(|account| account.name.clone()).collect())),
                (column(2), Value::Int64List(accounts.iter().map(|account| account.created_at).collect())),
            ]
        };
        let bound = manifest.account_statements.iter().map(|statement| {
            let host = HostValues::of(&Caller::Nobody);
            let prepared = self.statements().prepare(Store::AppStore, statement, bindings(), host, None);
            let prepared = prepared.map_err(|failure| AccountStatementError {
                component: self.component().to_owned(),
                statement: statement.clone(),
                reason: format!("{failure:?}"),
            })?;
            Ok(BoundStatement { sql: prepared.sql().to_owned(), values: prepared.numbered })
        });
        bound.collect()
    }
}
