//! The work of a component for new accounts, bound to them.

use crate::capabilities::Capabilities;
use crate::capabilities::new_account_check::{ACCOUNTS, COLUMNS};
use crate::capabilities::statement_bindings::HostValues;
use quarry_contract::{Caller, Manifest, Store};
use quarry_identity::{AccountStatementError, NewAccount};
use quarry_stores::app::BoundStatement;
use quarry_stores::result_set::Value;

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
