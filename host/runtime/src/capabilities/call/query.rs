//! The declared statements that a call runs outside of a transaction.

use crate::capabilities::call::Call;
use crate::capabilities::call::transactions::writes_in_a_trial;
use crate::capabilities::column_forms::shape;
use crate::capabilities::statements::Prepared;
use crate::capabilities::{Capabilities, Rows, StatementFailure};
use futures_util::future::BoxFuture;
use quarry_contract::Store;
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::row_memory::RowMemory;
use quarry_stores::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::pin::Pin;
use std::time::Duration;
use tracing::Instrument;

/// Memory of one warehouse statement.
pub(in crate::capabilities) const MAX_WAREHOUSE_MEMORY_BYTES: u64 = 1 << 30;

impl Call {
    /// Runs a declared statement of `store`.
    pub async fn query(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        self.frame.refuse_within_transaction("run a statement outside of it")?;
        if store == Store::AppStore
            && (self.route.guarded.is_some() || self.bounds_tables())
            && !self.frame.only_reads()
            && !self.frame.capabilities.statements().only_reads(name)
        {
            return self.write_guarded(name, bindings).await;
        }
        let prepared = self.prepare(store, name, bindings)?;
        let remaining = prepared.time_within(self.frame.time.remaining()?);
        let only_reads = self.frame.only_reads();
        let (capabilities, time) = (&*self.frame.capabilities, &mut self.frame.time);
        let warehouse = CallWarehouse::of(capabilities, self.frame.is_of_a_job);
        let (max_rows, memory) = (self.statements.max_rows, &self.statements.memory);
        // In a box: what waits for it is moved some times on its way, and it is thousands of bytes.
        let asking: BoxFuture<'_, _> = match store {
            Store::Warehouse => Box::pin(ask_warehouse(
                warehouse,
                capabilities.component(),
                name,
                prepared.sql(),
                &prepared,
                remaining,
                RowBounds { max_rows, memory },
            )),
            Store::AppStore => Box::pin(ask_app_store(capabilities, name, &prepared, remaining, (only_reads, memory))),
        };
        let (mut set, rows_read) = time.asking(store, asking).await?;
        self.statements.check_rows(&set)?;
        shape(name, &mut set, prepared.formed.as_deref())?;
        self.statements.gave_rows(set.row_count, rows_read);
        let statement = name.to_owned();
        Ok(Rows { statement, set, after: prepared.after, order: prepared.order, rows_read })
    }

    /// A write by itself is a transaction too, so that the guard holds for it, and the bounds on what is stored.
    async fn write_guarded(&mut self, name: &str, bindings: Vec<(String, Value)>) -> Result<Rows, StatementFailure> {
        let mut transaction = Box::pin(self.begin()).await?;
        let rows = Box::pin(self.query_in(&mut transaction, name, bindings)).await?;
        Box::pin(self.commit(transaction)).await?;
        Ok(rows)
    }
}

/// The warehouse, as one call may wait for it.
#[derive(Clone, Copy)]
pub(in crate::capabilities) struct CallWarehouse<'a> {
    pub(in crate::capabilities) warehouse: &'a Warehouse,
    is_of_a_job: bool,
}

impl<'a> CallWarehouse<'a> {
    pub(in crate::capabilities) fn of(capabilities: &'a Capabilities, is_of_a_job: bool) -> CallWarehouse<'a> {
        CallWarehouse { warehouse: &capabilities.stores().warehouse, is_of_a_job }
    }

    /// Does work that asks it: for a job within the job's own time, else no longer than a server that hangs is waited for. The
    /// work is in a box: it is moved some times on its way, and it is thousands of bytes.
    pub(in crate::capabilities) async fn ask<T, E: From<WarehouseError>>(
        self,
        work: Pin<Box<impl Future<Output = Result<T, E>>>>,
    ) -> Result<T, E> {
        match self.is_of_a_job {
            true => work.await,
            false => self.warehouse.unless_it_hangs(work).await,
        }
    }
}

/// The bounds of the rows that a statement of the warehouse gives.
#[derive(Clone, Copy)]
pub(in crate::capabilities) struct RowBounds<'a> {
    pub(in crate::capabilities) max_rows: u64,
    pub(in crate::capabilities) memory: &'a RowMemory,
}

/// Runs a prepared statement of the warehouse, or what `sql` makes of it. Gives its rows and how many the warehouse read for them.
pub(in crate::capabilities) async fn ask_warehouse(
    warehouse: CallWarehouse<'_>,
    component: &str,
    name: &str,
    sql: &str,
    prepared: &Prepared,
    remaining: Duration,
    RowBounds { max_rows, memory }: RowBounds<'_>,
) -> Result<(ResultSet, u64), StatementFailure> {
    let settings =
        QuerySettings { deadline: remaining, max_rows, max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES, readonly: true };
    let asking = warehouse.ask(Box::pin(warehouse.warehouse.query_within(sql, &prepared.named, settings, memory)));
    let span = tracing::info_span!("statement", store = "warehouse", statement = name);
    let answer = asking.instrument(span.clone()).await;
    let answer = answer.map_err(|error| StatementFailure::from_warehouse(component, name, &error))?;
    tracing::debug!(parent: &span, read_rows = answer.read_rows, "the warehouse answered a statement");
    Ok((answer.rows, answer.read_rows))
}

/// Runs a prepared statement of the app store, which does not count what it reads: 0 beside the rows.
async fn ask_app_store(
    capabilities: &Capabilities,
    name: &str,
    prepared: &Prepared,
    remaining: Duration,
    (only_reads, memory): (bool, &RowMemory),
) -> Result<(ResultSet, u64), StatementFailure> {
    let (app, sql, values) = (&capabilities.stores().app, prepared.sql(), prepared.numbered.as_slice());
    let rows = tokio::time::timeout(remaining, async {
        match only_reads {
            true => app.read_within(sql, values, memory).await,
            false => app.query_within(sql, values, memory).await,
        }
    });
    let span = tracing::info_span!("statement", store = "app-store", statement = name);
    match rows.instrument(span).await {
        Ok(Ok(rows)) => Ok((rows, 0)),
        Ok(Err(AppStoreError::WriteRefused { .. })) if capabilities.is_trial() => Err(writes_in_a_trial()),
        Ok(Err(error)) => Err(StatementFailure::from_app_store(capabilities.component(), name, &error)),
        Err(_) => Err(StatementFailure::app_store_deadline()),
    }
}
