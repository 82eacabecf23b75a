//! A component's transaction of the app store, and the time that it may be open.

use crate::capabilities::StatementFailure;
use crate::capabilities::call::{Begun, OpenMark};
use quarry_stores::app;
use std::time::{Duration, Instant};

/// The longest time that one may be open: on SQLite no other writer comes in meanwhile.
pub(super) const OPEN_FOR: Duration = Duration::from_secs(5);

/// An open transaction; dropped, it is rolled back.
pub struct Transaction {
    inner: app::Transaction,
    /// The bytes that were there when it began.
    begun: Begun,
    ends: Instant,
    /// A statement has failed: PostgreSQL takes no further one, so none is sent to SQLite either.
    failed: bool,
    /// Cleared with it, so that the call may begin another one.
    _open: OpenMark,
}

impl Transaction {
    pub(super) fn new(inner: app::Transaction, begun: Begun, open: OpenMark) -> Transaction {
        Transaction { inner, begun, ends: Instant::now() + OPEN_FOR, failed: false, _open: open }
    }

    /// Takes it apart, to commit it: the mark is to be dropped once that is done.
    pub(super) fn into_parts(self) -> (app::Transaction, Begun, OpenMark) {
        (self.inner, self.begun, self._open)
    }

    /// Gives the time that it may still take of `remaining`; refuses once a statement has failed.
    pub(super) fn time_left(&self, remaining: Duration) -> Result<Duration, StatementFailure> {
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

    /// Ends its use: it can only be dropped.
    pub(super) fn refuse(&mut self) {
        self.failed = true;
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
