//! The transactions of a call, and its declared statements in them.

use crate::capabilities::call::{Call, Frame, host_call};
use crate::capabilities::column_forms::shape;
use crate::capabilities::transaction::{OPEN_FOR, Parts};
use crate::capabilities::{Rows, StatementFailure, Transaction};
use quarry_contract::{Grant, Store};
use quarry_stores::result_set::Value;
use tracing::Instrument;

/// What a write comes to in a self-test.
pub(super) fn writes_in_a_trial() -> StatementFailure {
    StatementFailure::Unavailable("A self-test writes nothing.".to_owned())
}

impl Call {
    /// Begins a transaction, unless one is open.
    pub async fn begin(&mut self) -> Result<Transaction, StatementFailure> {
        self.frame.needs(Grant::AppStore)?;
        if self.frame.capabilities.is_trial() {
            return Err(writes_in_a_trial());
        }
        self.frame.refuse_on_a_read("begin a transaction")?;
        self.frame.refuse_within_transaction("begin another transaction")?;
        self.measure_tables().await?;
        let remaining = self.frame.time.remaining()?.min(OPEN_FOR);
        let Frame { capabilities, time, .. } = &mut self.frame;
        let beginning = async {
            let begun = async {
                if let Some(patience) = capabilities.write_patience() {
                    patience.pause().await;
                }
                capabilities.stores().app.begin().await
            };
            match tokio::time::timeout(remaining, begun).await {
                Ok(begun) => {
                    begun.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "begin", &error))
                }
                Err(_) => Err(StatementFailure::app_store_deadline()),
            }
        };
        let mut inner = time.asking(Store::AppStore, beginning.instrument(host_call("app-store begin"))).await?;
        if self.route.guarded.is_some() {
            self.guard_again(&mut inner).await?;
        }
        let begun = self.begun(&mut inner).await?;
        let patience = self.frame.capabilities.write_patience();
        Ok(Transaction::new(inner, begun, self.frame.transaction.set(), patience))
    }

    /// Runs a declared statement in it and gives its rows.
    pub async fn query_in(
        &mut self,
        transaction: &mut Transaction,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        let prepared = self.prepare(Store::AppStore, name, bindings)?;
        self.check_tables(prepared.sql())?;
        let remaining = self.frame.time.remaining()?;
        let memory = &self.statements.memory;
        let Frame { capabilities, time, .. } = &mut self.frame;
        let span = tracing::info_span!("statement", store = "app-store", statement = name);
        let work = transaction
            .within(remaining, capabilities.component(), name, async |inner| {
                inner.query_within(prepared.sql(), &prepared.numbered, memory).await
            })
            .instrument(span);
        let mut set = time.asking(Store::AppStore, work).await?;
        self.statements.check_rows(&set)?;
        shape(name, &mut set, prepared.formed.as_deref())?;
        self.statements.gave_rows(set.row_count, 0);
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
        self.check_tables(prepared.sql())?;
        let remaining = self.frame.time.remaining()?;
        let Frame { capabilities, time, .. } = &mut self.frame;
        let span = tracing::info_span!("statement", store = "app-store", statement = name);
        let work = transaction
            .within(remaining, capabilities.component(), name, async |inner| {
                inner.execute(prepared.sql(), &prepared.numbered).await
            })
            .instrument(span);
        time.asking(Store::AppStore, work).await
    }

    /// Makes it last.
    pub async fn commit(&mut self, transaction: Transaction) -> Result<(), StatementFailure> {
        let left = transaction.time_left(self.frame.time.remaining()?)?;
        // They end with this function, however it ends.
        let Parts { mut inner, begun, owed, way: _way, open: _open } = transaction.into_parts().await?;
        self.check_room(&mut inner, begun, left).await?;
        self.check_outbox(&mut inner, &owed, left).await?;
        let Frame { capabilities, time, .. } = &mut self.frame;
        let committing = async {
            match tokio::time::timeout(left, inner.commit()).await {
                Ok(done) => {
                    done.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "commit", &error))
                }
                Err(_) => Err(StatementFailure::app_store_deadline()),
            }
        };
        time.asking(Store::AppStore, committing.instrument(host_call("app-store commit"))).await
    }
}
