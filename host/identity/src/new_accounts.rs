//! Statements of components for each account: they run in the transaction that makes it, and once for each
//! account that was made without them (by a command, or while the component was not loaded).
//!
//! Always true: an account has a component's rows and its mark in `prepared_accounts`, or neither; of two hosts that prepare
//! the same account one does.

use quarry_stores::app::{AppStore, AppStoreError, BoundStatement, Row, Tenant, Transaction, ids_in};
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;
use thiserror::Error;

/// Accounts that one transaction prepares.
const AT_ONCE: i64 = 500;
/// The time within which an account that a command made is prepared.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
/// Ids are given before their transactions commit, so those a little below the newest that was seen are looked at again.
const LOOKED_AT_AGAIN: i64 = 10_000;

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

/// The components that have statements for new accounts.
pub trait AccountComponents: Send + Sync + 'static {
    fn names(&self) -> Vec<String>;

    /// The statements that run for these accounts.
    fn statements(
        &self,
        component: &str,
        accounts: &[NewAccount],
    ) -> Result<Vec<BoundStatement>, AccountStatementError>;
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
}

impl NewAccounts {
    /// Says who has the components. The first word counts; until then nothing is done with an account.
    pub fn ask_components(&self, components: &Arc<dyn AccountComponents>) {
        self.components.get_or_init(|| Arc::downgrade(components));
    }

    fn components(&self) -> Option<Arc<dyn AccountComponents>> {
        self.components.get().and_then(Weak::upgrade)
    }

    /// Does what every component does with this account, in the transaction that makes it.
    pub(super) async fn prepare_in(
        &self,
        transaction: &mut Transaction,
        account: &NewAccount,
    ) -> Result<(), PreparationError> {
        let Some(components) = self.components() else { return Ok(()) };
        for name in components.names() {
            let mark = "INSERT INTO prepared_accounts (component, user_id) VALUES ($1, $2)";
            transaction.execute(mark, &[Value::Text(name.clone()), Value::Int64(account.user_id)]).await?;
            for statement in components.statements(&name, std::slice::from_ref(account))? {
                transaction.execute(&statement.sql, &statement.values).await?;
            }
        }
        Ok(())
    }

    /// Prepares every account that a component has not had yet; gives how many.
    pub async fn catch_up(&self, store: &AppStore, component: &str) -> Result<u64, PreparationError> {
        let mut prepared = 0;
        loop {
            match self.catch_up_with_some(store, component).await? {
                0 => return Ok(prepared),
                some => prepared += some,
            }
        }
    }

    async fn catch_up_with_some(&self, store: &AppStore, component: &str) -> Result<u64, PreparationError> {
        let Some(components) = self.components() else { return Ok(0) };
        let from = self.looked_at(component);
        let name = || Value::Text(component.to_owned());
        let missing = "SELECT users.id FROM users
                       WHERE users.id > $2 AND NOT EXISTS (
                           SELECT 1 FROM prepared_accounts AS prepared
                           WHERE prepared.component = $1 AND prepared.user_id = users.id)
                       ORDER BY users.id LIMIT $3";
        let found = store.query(missing, &[name(), Value::Int64(from), Value::Int64(AT_ONCE)]).await?;
        if found.row_count == 0 {
            self.note_looked_at(store, component).await?;
            return Ok(0);
        }
        let ids = Row::all(&found).map(|row| row.integer("id")).collect::<Result<Vec<i64>, _>>()?;
        let mut transaction = store.begin().await?;
        // One host at a time, so that none waits for a mark that another one sets.
        transaction.lock_tenant(Tenant { kind: component, id: 0 }, true).await?;
        let (list, ids) = ids_in(transaction.dialect(), 2, ids);
        let mark = format!(
            "INSERT INTO prepared_accounts (component, user_id)
             SELECT CAST($1 AS TEXT), users.id FROM users WHERE users.id IN ({list})
             ON CONFLICT (component, user_id) DO NOTHING RETURNING user_id"
        );
        let marked = transaction.query(&mark, &[name(), ids]).await?;
        let marked = Row::all(&marked).map(|row| row.integer("user_id")).collect::<Result<Vec<i64>, _>>()?;
        let (list, ids) = ids_in(transaction.dialect(), 1, marked);
        let accounts = format!("SELECT id, name, created_at FROM users WHERE id IN ({list}) ORDER BY id");
        let rows = transaction.query(&accounts, &[ids]).await?;
        let account = |row: Row<'_>| {
            Ok(NewAccount {
                user_id: row.integer("id")?,
                name: row.text("name")?,
                created_at: row.integer("created_at")?,
            })
        };
        let accounts = Row::all(&rows).map(account).collect::<Result<Vec<_>, AppStoreError>>()?;
        for statement in components.statements(component, &accounts)? {
            transaction.execute(&statement.sql, &statement.values).await?;
        }
        transaction.commit().await?;
        // Those that another host had marked meanwhile are not found again.
        Ok(found.row_count as u64)
    }

    fn looked_at(&self, component: &str) -> i64 {
        let looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        looked_at.get(component).map_or(0, |newest| newest.saturating_sub(LOOKED_AT_AGAIN).max(0))
    }

    async fn note_looked_at(&self, store: &AppStore, component: &str) -> Result<(), AppStoreError> {
        let rows = store.query("SELECT COALESCE(MAX(id), 0) AS newest FROM users", &[]).await?;
        let newest = Row::first(&rows).map_or(Ok(0), |row| row.integer("newest"))?;
        self.looked_at.lock().unwrap_or_else(PoisonError::into_inner).insert(component.to_owned(), newest);
        Ok(())
    }

    /// Looks for accounts that were made without the components, until `shutdown`.
    pub async fn follow(self, store: AppStore, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(LOOKS_EVERY) => {}
            }
            for component in self.components().map(|components| components.names()).unwrap_or_default() {
                if let Err(error) = self.catch_up(&store, &component).await {
                    tracing::warn!(%error, component, "accounts could not be prepared; the next look tries again");
                }
            }
        }
    }
}
