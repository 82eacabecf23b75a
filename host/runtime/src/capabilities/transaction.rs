//! A component's transaction of the app store, and its declared statements in it.

use crate::capabilities::call::{Call, host_call};
use crate::capabilities::column_forms::shape;
use crate::capabilities::{Rows, StatementFailure};
use quarry_contract::{Grant, Store};
use quarry_stores::app;
use quarry_stores::result_set::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// How long one may be open: on SQLite no other writer comes in meanwhile.
const OPEN_FOR: Duration = Duration::from_secs(5);

/// An open transaction; dropped, it is rolled back.
pub struct Transaction {
    inner: app::Transaction,
    ends: Instant,
    /// A statement has failed: PostgreSQL takes no further one, so none is sent to SQLite either.
    failed: bool,
    /// Cleared with it, so that the call may begin another one.
    _open: OpenMark,
}

/// Whether a transaction of the call is open.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenFlag(Arc<AtomicBool>);

struct OpenMark(OpenFlag);

impl OpenFlag {
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Drop for OpenMark {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Release);
    }
}

impl Transaction {
    /// What it may still take of `remaining`; refuses once a statement has failed.
    fn time_left(&self, remaining: Duration) -> Result<Duration, StatementFailure> {
        if self.failed {
            return Err(StatementFailure::Rejected(
                "a statement of the transaction has failed: drop it, and begin another one".to_owned(),
            ));
        }
        let left = self.ends.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(open_for_too_long());
        }
        Ok(left.min(remaining))
    }

    /// Runs `work` in its time; a failure ends its use.
    pub(super) async fn within<T>(
        &mut self,
        remaining: Duration,
        component: &str,
        what: &str,
        work: impl AsyncFnOnce(&mut app::Transaction) -> Result<T, app::AppStoreError>,
    ) -> Result<T, StatementFailure> {
        let left = self.time_left(remaining)?;
        // Also where the future is dropped halfway.
        self.failed = true;
        let done = match tokio::time::timeout(left, work(&mut self.inner)).await {
            Ok(done) => done.map_err(|error| StatementFailure::from_app_store(component, what, &error))?,
            Err(_) if left < remaining => return Err(open_for_too_long()),
            Err(_) => return Err(StatementFailure::app_store_deadline()),
        };
        self.failed = false;
        Ok(done)
    }
}

fn open_for_too_long() -> StatementFailure {
    StatementFailure::DeadlineExceeded(format!(
        "The transaction was open for longer than the {} s that one may (transaction); it is undone.",
        OPEN_FOR.as_secs()
    ))
}

impl Call {
    /// Begins a transaction, unless one is open.
    pub async fn begin(&mut self) -> Result<Transaction, StatementFailure> {
        self.needs(Grant::AppStore)?;
        if self.capabilities.is_trial() {
            return Err(StatementFailure::Unavailable("A self-test writes nothing.".to_owned()));
        }
        self.refuse_within_transaction("begin another transaction")?;
        let remaining = self.remaining()?.min(OPEN_FOR);
        let capabilities = self.capabilities.clone();
        let beginning = async {
            match tokio::time::timeout(remaining, capabilities.stores().app.begin()).await {
                Ok(begun) => {
                    begun.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "begin", &error))
                }
                Err(_) => Err(StatementFailure::app_store_deadline()),
            }
        };
        let mut inner = self.asking(Store::AppStore, beginning.instrument(host_call("app-store begin"))).await?;
        if self.guarded.is_some() {
            self.guard_again(&mut inner).await?;
        }
        self.open_transaction.0.store(true, Ordering::Release);
        let open = OpenMark(self.open_transaction.clone());
        Ok(Transaction { inner, ends: Instant::now() + OPEN_FOR, failed: false, _open: open })
    }

    /// Runs a declared statement in it and gives its rows.
    pub async fn query_in(
        &mut self,
        transaction: &mut Transaction,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        let prepared = self.prepare(Store::AppStore, name, bindings)?;
        let (remaining, capabilities) = (self.remaining()?, self.capabilities.clone());
        let span = tracing::info_span!("statement", store = "app-store", statement = name);
        let work = transaction
            .within(remaining, capabilities.component(), name, async |inner| {
                inner.query(prepared.sql(), &prepared.numbered).await
            })
            .instrument(span);
        let mut set = self.asking(Store::AppStore, work).await?;
        self.check_rows(&set)?;
        shape(name, &mut set, prepared.formed.as_deref())?;
        self.gave_rows(set.row_count, 0);
        let statement = name.to_owned();
        Ok(Rows { statement, set, after: prepared.after, order: prepared.order, rows_read: 0 })
    }

    /// Runs a declared statement in it and tells how many rows it touched.
    pub async fn execute_in(
        &mut self,
        transaction: &mut Transaction,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<u64, StatementFailure> {
        let prepared = self.prepare(Store::AppStore, name, bindings)?;
        let (remaining, capabilities) = (self.remaining()?, self.capabilities.clone());
        let span = tracing::info_span!("statement", store = "app-store", statement = name);
        let work = transaction
            .within(remaining, capabilities.component(), name, async |inner| {
                inner.execute(prepared.sql(), &prepared.numbered).await
            })
            .instrument(span);
        self.asking(Store::AppStore, work).await
    }

    /// Makes it last.
    pub async fn commit(&mut self, transaction: Transaction) -> Result<(), StatementFailure> {
        let left = transaction.time_left(self.remaining()?)?;
        let capabilities = self.capabilities.clone();
        // `_open` ends with this function, however it ends.
        let Transaction { inner, _open, .. } = transaction;
        let committing = async {
            match tokio::time::timeout(left, inner.commit()).await {
                Ok(done) => {
                    done.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "commit", &error))
                }
                Err(_) => Err(StatementFailure::app_store_deadline()),
            }
        };
        self.asking(Store::AppStore, committing.instrument(host_call("app-store commit"))).await
    }
}
