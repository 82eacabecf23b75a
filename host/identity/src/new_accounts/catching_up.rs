//! The sweep: accounts that a component has not had yet.
//!
//! A component that is not first-party works within bounds of time, some accounts at once; where a statement fails it is tried
//! with fewer of them, until the one that it fails for is known and passed over. The log names component and statement.

use crate::new_accounts::{AccountStatement, AccountStatementError, NewAccount, NewAccounts, PreparationError, PutOff};
use quarry_stores::app::{AppStore, AppStoreError, Row, Tenant, Transaction, ids_in};
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Accounts that one transaction prepares.
const AT_ONCE: i64 = 500;
/// The time within which an account is prepared that was made without the component.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
/// Ids are given before their transactions commit, so those a little below the newest that was seen are looked at again.
const LOOKED_AT_AGAIN: i64 = 10_000;
/// The time that the statements of a component which is not first-party have: on SQLite no other writer comes in meanwhile.
const TIME_OF_OTHERS: Duration = Duration::from_secs(1);

/// The reason why some accounts were not prepared.
enum Failure {
    /// The component's, with the statement where it is known.
    Component { statement: String, reason: String },
    /// The component's, whose statements took too long.
    TooSlow,
    /// The store's.
    Store(AppStoreError),
}

/// A component in the sweep.
struct Sweeping<'a> {
    component: &'a str,
    is_first_party: bool,
}

impl NewAccounts {
    /// Prepares every account that a first-party component has not had yet; gives how many.
    pub async fn catch_up(&self, store: &AppStore) -> Result<u64, PreparationError> {
        let mut prepared = 0;
        let components = self.components().map(|components| components.with_statements()).unwrap_or_default();
        for component in components.iter().filter(|component| component.is_first_party) {
            let sweeping = Sweeping { component: &component.name, is_first_party: true };
            loop {
                match self.prepare_some(store, &sweeping, AT_ONCE).await {
                    Ok(0) => break,
                    Ok(some) => prepared += some,
                    Err(Failure::Store(error)) => return Err(error.into()),
                    Err(Failure::Component { statement, reason }) => {
                        let component = component.name.clone();
                        return Err(AccountStatementError { component, statement, reason }.into());
                    }
                    // Their time is the store's.
                    Err(Failure::TooSlow) => break,
                }
            }
        }
        Ok(prepared)
    }

    /// Looks for accounts that were made without the components, until `shutdown`.
    pub async fn follow(self, store: AppStore, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(LOOKS_EVERY) => {}
            }
            if let Err(error) = self.catch_up(&store).await {
                tracing::warn!(%error, "accounts could not be prepared; the next look tries again");
            }
            let components = self.components().map(|components| components.with_statements()).unwrap_or_default();
            for component in components.iter().filter(|component| !component.is_first_party) {
                self.sweep(&store, &component.name).await;
            }
        }
    }

    /// Prepares what it can of the accounts that a component has not had yet. A failure is the component's: it waits, and nobody
    /// else does.
    async fn sweep(&self, store: &AppStore, component: &str) {
        if self.put_off().waits(component, Instant::now()) {
            return;
        }
        let sweeping = Sweeping { component, is_first_party: false };
        let mut at_once = self.put_off().at_once(component, AT_ONCE);
        loop {
            match self.prepare_some(store, &sweeping, at_once).await {
                Ok(0) => return,
                Ok(_) => {
                    self.put_off().worked(component);
                    at_once = AT_ONCE.min(at_once * 8);
                    self.put_off().try_at_once(component, at_once);
                }
                Err(Failure::Store(error)) => {
                    return tracing::warn!(%error, component, "accounts could not be prepared; the next look tries again");
                }
                // One of several: it is looked for.
                Err(Failure::Component { .. }) if at_once > 1 => at_once = (at_once / 8).max(1),
                Err(failure) => return self.put_off_for(store, component, at_once, failure).await,
            }
        }
    }

    /// Lets the component wait, and tells the log what it did.
    async fn put_off_for(&self, store: &AppStore, component: &str, at_once: i64, failure: Failure) {
        let (statement, reason) = match failure {
            Failure::Component { statement, reason } => (statement, reason),
            Failure::TooSlow => {
                (String::new(), format!("its statements took longer than {} s", TIME_OF_OTHERS.as_secs()))
            }
            Failure::Store(error) => (String::new(), error.to_string()),
        };
        // Of several nobody knows which one it was.
        let account = match at_once {
            1 => self.missing(store, component, 1).await.ok().and_then(|accounts| accounts.first().copied()),
            _ => None,
        };
        let wait = {
            let mut put_off = self.put_off();
            put_off.try_at_once(component, (at_once / 8).max(1));
            put_off.failed(component, account, Instant::now())
        };
        tracing::error!(
            component,
            statement,
            account,
            reason,
            wait_seconds = wait.as_secs(),
            "a component's statements for new accounts failed: accounts stand without its rows, and it waits"
        );
    }

    async fn prepare_some(&self, store: &AppStore, sweeping: &Sweeping<'_>, at_once: i64) -> Result<u64, Failure> {
        let found = self.missing(store, sweeping.component, at_once).await.map_err(Failure::Store)?;
        if found.is_empty() {
            // The others are prepared: now those that were passed over, at the next look.
            if !self.put_off().try_again(sweeping.component) {
                self.note_looked_at(store, sweeping.component).await.map_err(Failure::Store)?;
            }
            return Ok(0);
        }
        let number = found.len() as u64;
        self.prepare(store, sweeping, found).await?;
        // Those that another host had marked meanwhile are not found again.
        Ok(number)
    }

    async fn prepare(&self, store: &AppStore, sweeping: &Sweeping<'_>, found: Vec<i64>) -> Result<(), Failure> {
        let Some(components) = self.components() else { return Ok(()) };
        let component = sweeping.component;
        let mut transaction = store.begin().await.map_err(Failure::Store)?;
        let accounts = mark(&mut transaction, component, found).await.map_err(Failure::Store)?;
        let statements = components
            .statements(component, &accounts)
            .map_err(|error| Failure::Component { statement: error.statement.clone(), reason: error.reason })?;
        let run = run(transaction, statements, sweeping.is_first_party);
        match sweeping.is_first_party {
            true => run.await,
            // Once the transaction has begun: others' are not its time.
            false => tokio::time::timeout(TIME_OF_OTHERS, run).await.unwrap_or(Err(Failure::TooSlow)),
        }
    }

    /// Accounts that the component has not had, the oldest first.
    async fn missing(&self, store: &AppStore, component: &str, most: i64) -> Result<Vec<i64>, AppStoreError> {
        let from = self.looked_at(component);
        let passed_over = self.put_off().passed_over(component);
        let (list, ids) = ids_in(store.dialect(), 4, passed_over);
        let missing = format!(
            "SELECT users.id FROM users
             WHERE users.id > $2 AND users.id NOT IN ({list}) AND NOT EXISTS (
                 SELECT 1 FROM prepared_accounts AS prepared
                 WHERE prepared.component = $1 AND prepared.user_id = users.id)
             ORDER BY users.id LIMIT $3"
        );
        let values = [Value::Text(component.to_owned()), Value::Int64(from), Value::Int64(most), ids];
        let found = store.query(&missing, &values).await?;
        Row::all(&found).map(|row| row.integer("id")).collect()
    }

    fn put_off(&self) -> MutexGuard<'_, PutOff> {
        self.put_off.lock().unwrap_or_else(PoisonError::into_inner)
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
}

/// Runs the statements, and makes them last. A store that one of a stranger's has filled or kept busy is the stranger's failure.
async fn run(
    mut transaction: Transaction,
    statements: Vec<AccountStatement>,
    is_first_party: bool,
) -> Result<(), Failure> {
    let is_of_the_store = |error: &AppStoreError| match is_first_party {
        true => error.is_unavailable(),
        false => error.is_down(),
    };
    for statement in statements {
        let done = transaction.execute(&statement.bound.sql, &statement.bound.values).await;
        done.map_err(|error| match is_of_the_store(&error) {
            true => Failure::Store(error),
            false => Failure::Component { statement: statement.name.clone(), reason: error.to_string() },
        })?;
    }
    // A constraint that is looked at when the transaction ends is the component's too.
    transaction.commit().await.map_err(|error| match is_of_the_store(&error) {
        true => Failure::Store(error),
        false => Failure::Component { statement: String::new(), reason: error.to_string() },
    })
}

/// Marks those of the accounts that are not marked yet as the component's, and gives them.
async fn mark(
    transaction: &mut Transaction,
    component: &str,
    found: Vec<i64>,
) -> Result<Vec<NewAccount>, AppStoreError> {
    // One host at a time, so that none waits for a mark that another one sets.
    transaction.lock_tenant(Tenant { kind: component, id: 0 }, true).await?;
    let (list, ids) = ids_in(transaction.dialect(), 2, found);
    let mark = format!(
        "INSERT INTO prepared_accounts (component, user_id)
         SELECT CAST($1 AS TEXT), users.id FROM users WHERE users.id IN ({list})
         ON CONFLICT (component, user_id) DO NOTHING RETURNING user_id"
    );
    let marked = transaction.query(&mark, &[Value::Text(component.to_owned()), ids]).await?;
    let marked = Row::all(&marked).map(|row| row.integer("user_id")).collect::<Result<Vec<i64>, _>>()?;
    let (list, ids) = ids_in(transaction.dialect(), 1, marked);
    let accounts = format!("SELECT id, name, created_at FROM users WHERE id IN ({list}) ORDER BY id");
    let rows = transaction.query(&accounts, &[ids]).await?;
    let account = |row: Row<'_>| {
        Ok(NewAccount { user_id: row.integer("id")?, name: row.text("name")?, created_at: row.integer("created_at")? })
    };
    Row::all(&rows).map(account).collect()
}
