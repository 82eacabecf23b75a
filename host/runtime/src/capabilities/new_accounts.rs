//! The work of a component for new accounts, bound to them.

use crate::capabilities::Capabilities;
use crate::capabilities::new_account_check::ACCOUNTS;
use crate::capabilities::statement_bindings::HostValues;
use quarry_contract::{Caller, Manifest, Store};
use quarry_identity::{AccountStatement, AccountStatementError, NewAccount};
use quarry_stores::app::BoundStatement;
use quarry_stores::result_set::Value;

impl Capabilities {
    /// Gives the statements that the component with this `manifest` runs for these accounts.
    pub fn account_statements(
        &self,
        manifest: &Manifest,
        accounts: &[NewAccount],
    ) -> Result<Vec<AccountStatement>, AccountStatementError> {
        let value = |column: &str| match column {
            "name" => Value::TextList(accounts.iter().map(|account| account.name.clone()).collect()),
            "created_at" => Value::Int64List(accounts.iter().map(|account| account.created_at).collect()),
            _ => Value::Int64List(accounts.iter().map(|account| account.user_id).collect()),
        };
        let bound = manifest.account_statements.iter().map(|statement| {
            let host = HostValues::of(&Caller::Nobody);
            // The columns that it was checked to take, and no other.
            let parameters = self.statements().parameters_of(Store::AppStore, statement).unwrap_or_default();
            let columns = parameters.iter().flat_map(|parameter| &parameter.columns);
            let bindings = columns.map(|column| (format!("{ACCOUNTS}/{}", column.name), value(&column.name))).collect();
            let prepared = self.statements().prepare(Store::AppStore, statement, bindings, host, None);
            let prepared = prepared.map_err(|failure| AccountStatementError {
                component: self.component().to_owned(),
                statement: statement.clone(),
                reason: format!("{failure:?}"),
            })?;
            let bound = BoundStatement { sql: prepared.sql().to_owned(), values: prepared.numbered };
            Ok(AccountStatement { name: statement.clone(), bound })
        });
        bound.collect()
    }
}
