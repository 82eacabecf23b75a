//! A component's transaction of the app store, and the time that it may be open.

use crate::capabilities::StatementFailure;
use crate::capabilities::call::{Begun, OpenMark};
use crate::capabilities::giving_way::{GivingWay, Patience, Slot};
use jiff::Timestamp;
use quarry_identity::outbox::{OutboxBytes, Payer};
use quarry_stores::app;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// The longest time that one may be open: on SQLite no other writer comes in meanwhile.
pub(super) const OPEN_FOR: Duration = Duration::from_secs(5);

/// An open transaction; dropped, it is rolled back.
pub struct Transaction {
    /// Empty once it was undone because others waited.
    slot: Slot,
    /// The bytes that were there when it began.
    begun: Begun,
    /// The bytes that it has written for others to act on.
    owed: OutboxBytes,
    ends: Instant,
    /// A statement has failed: PostgreSQL takes no further one, so none is sent to SQLite either.
    failed: bool,
    /// None of a component of the service, which is not undone because others wait.
    way: Option<GivingWay>,
    /// Cleared with it, so that the call may begin another one.
    open: OpenMark,
}

/// What a transaction that is about to be committed was. Each part is dropped once that is done.
pub(super) struct Parts {
    pub(super) inner: app::Transaction,
    pub(super) begun: Begun,
    pub(super) owed: OutboxBytes,
    pub(super) way: Option<GivingWay>,
    pub(super) open: OpenMark,
}

impl Transaction {
    /// One that gives way where `patience` is given.
    pub(super) fn new(
        inner: app::Transaction,
        begun: Begun,
        open: OpenMark,
        patience: Option<&Arc<Patience>>,
    ) -> Transaction {
        let contention = inner.contention();
        let slot = Arc::new(Mutex::new(Some(inner)));
        let way = patience.zip(contention).map(|(patience, contention)| GivingWay::of(&slot, contention, patience));
        let (owed, ends) = (OutboxBytes::default(), Instant::now() + OPEN_FOR);
        Transaction { slot, begun, owed, ends, failed: false, way, open }
    }

    /// Takes it apart, to commit it.
    pub(super) async fn into_parts(self) -> Result<Parts, StatementFailure> {
        let inner = self.slot.lock().await.take().ok_or_else(gave_way)?;
        Ok(Parts { inner, begun: self.begun, owed: self.owed, way: self.way, open: self.open })
    }

    /// Notes a row of the outbox with these texts, which is acted on then; without a payer it is the deployment's own.
    pub(super) fn owes(&mut self, payer: Option<Payer>, texts: &[&str], acted_on: Timestamp) {
        if let Some(payer) = payer {
            self.owed.note(payer, texts, acted_on);
        }
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
        let mut slot = self.slot.lock().await;
        let inner = slot.as_mut().ok_or_else(gave_way)?;
        let done = tokio::select! {
            biased;
            () = GivingWay::asked(self.way.as_mut()) => None,
            done = tokio::time::timeout(left, work(inner)) => Some(done),
        };
        let done = match done {
            Some(Ok(done)) => done.map_err(|error| StatementFailure::from_app_store(component, what, &error))?,
            Some(Err(_)) if left < remaining => return Err(open_for_too_long()),
            Some(Err(_)) => return Err(StatementFailure::app_store_deadline()),
            // Its task undoes it, once this has let it go.
            None => return Err(gave_way()),
        };
        self.failed = false;
        Ok(done)
    }
}

fn gave_way() -> StatementFailure {
    StatementFailure::DeadlineExceeded(
        "Others waited to write while the transaction was open, so it was undone (transaction); try again.".to_owned(),
    )
}

fn open_for_too_long() -> StatementFailure {
    StatementFailure::DeadlineExceeded(format!(
        "The transaction was open for longer than the {} s that one may (transaction); it is undone.",
        OPEN_FOR.as_secs()
    ))
}
