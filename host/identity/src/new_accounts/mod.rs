//! Statements of components for each account. Those of a first-party component run in the transaction that makes it; those of all
//! others, and of accounts that were made without the component (by a command, or while it was not loaded), in a sweep
//! (`catching_up`) that looks every second.
//!
//! Always true: an account has a component's rows and its mark in `prepared_accounts`, or neither; of two hosts that prepare
//! the same account one does; an account is made without rows of a first-party component never, and is never refused, delayed or
//! undone by another component's statements.

mod catching_up;
mod put_off;

use put_off::PutOff;
use quarry_stores::app::{AppStoreError, BoundStatement, Transaction};
use quarry_stores::result_set::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use thiserror::Error;

/// An account, as a component's statements are given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    pub user_id: i64,
    pub name: String,
    /// Microseconds since 1970.
    pub created_at: i64,
}

/// A component's statements could not be told.
#[derive(Debug, Error)]
#[error("the statement {statement} of the component {component}, for new accounts, cannot be run: {reason}")]
pub struct AccountStatementError {
    pub component: String,
    pub statement: String,
    pub reason: String,
}

/// A component that has statements for new accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountComponent {
    pub name: String,
    /// No account is made without its statements.
    pub is_first_party: bool,
}

/// A statement for new accounts, by its name, bound to them.
#[derive(Debug, Clone)]
pub struct AccountStatement {
    pub name: String,
    pub bound: BoundStatement,
}

/// The components that have statements for new accounts.
pub trait AccountComponents: Send + Sync + 'static {
    /// All of them.
    fn with_statements(&self) -> Vec<AccountComponent>;

    /// The statements that run for these accounts.
    fn statements(
        &self,
        component: &str,
        accounts: &[NewAccount],
    ) -> Result<Vec<AccountStatement>, AccountStatementError>;
}

/// The reason why accounts were not prepared.
#[derive(Debug, Error)]
pub enum PreparationError {
    #[error(transparent)]
    Statement(#[from] AccountStatementError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// Prepares accounts. Clones share what they know.
#[derive(Clone, Default)]
pub struct NewAccounts {
    /// Weak: components hold the stores that hold this.
    components: Arc<OnceLock<Weak<dyn AccountComponents>>>,
    /// The newest account that was looked at, by component.
    looked_at: Arc<Mutex<HashMap<String, i64>>>,
    /// The components whose statements failed, and the accounts that they failed for.
    put_off: Arc<Mutex<PutOff>>,
}

impl NewAccounts {
    /// Says who has the components. The first word counts; until then nothing is done with an account.
    pub fn ask_components(&self, components: &Arc<dyn AccountComponents>) {
        self.components.get_or_init(|| Arc::downgrade(components));
    }

    fn components(&self) -> Option<Arc<dyn AccountComponents>> {
        self.components.get().and_then(Weak::upgrade)
    }

    /// Does what every first-party component does with this account, in the transaction that makes it.
    pub(super) async fn prepare_in(
        &self,
        transaction: &mut Transaction,
        account: &NewAccount,
    ) -> Result<(), PreparationError> {
        let Some(components) = self.components() else { return Ok(()) };
        for component in components.with_statements().into_iter().filter(|component| component.is_first_party) {
            let name = component.name;
            let mark = "INSERT INTO prepared_accounts (component, user_id) VALUES ($1, $2)";
            transaction.execute(mark, &[Value::Text(name.clone()), Value::Int64(account.user_id)]).await?;
            for statement in components.statements(&name, std::slice::from_ref(account))? {
                let done = transaction.execute(&statement.bound.sql, &statement.bound.values).await;
                done.map_err(|error| match error.is_unavailable() {
                    true => PreparationError::Store(error),
                    false => PreparationError::Statement(AccountStatementError {
                        component: name.clone(),
                        statement: statement.name.clone(),
                        reason: error.to_string(),
                    }),
                })?;
            }
        }
        Ok(())
    }
}
