//! Statements of a call that are counted, or run when the guest has ended.

use crate::capabilities::call::{Call, CallWarehouse, Frame, RowBounds, ask_warehouse};
use crate::capabilities::statement_bindings::rejected;
use crate::capabilities::statements::counting_text;
use crate::capabilities::{DeferredStatement, Rows, StatementFailure};
use futures_util::future::try_join_all;
use quarry_contract::Store;
use quarry_stores::result_set::Value;
use std::time::Duration;

/// Deferred statements of one answer that are run beside each other.
const AT_ONCE: usize = 4;

impl Call {
    /// Prepares a declared statement of the warehouse that is run when the guest has ended; it counts as one that ran.
    pub fn defer_query(
        &mut self,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<DeferredStatement, StatementFailure> {
        if self.running_job.is_some() || self.stream.is_some() {
            return Err(rejected(format!(
                "the statement {name} is deferred where no answer can have its rows: use `query`"
            )));
        }
        let prepared = self.prepare(Store::Warehouse, name, bindings)?;
        Ok(DeferredStatement { name: name.to_owned(), prepared })
    }

    /// Counts the rows that a declared statement of the warehouse gives. The component keeps the rest of its time where counting
    /// takes longer than `at_most`.
    pub async fn count_rows(
        &mut self,
        name: &str,
        bindings: Vec<(String, Value)>,
        at_most: Duration,
    ) -> Result<u64, StatementFailure> {
        self.frame.refuse_within_transaction("count the rows of a statement")?;
        let prepared = self.prepare(Store::Warehouse, name, bindings)?;
        if self.frame.capabilities.statements().gives_a_page(name) {
            return Err(rejected(format!(
                "the statement {name} gives a page of its rows, which is not how many there are"
            )));
        }
        let remaining = self.frame.time.remaining()?.min(at_most);
        let Frame { capabilities, time, is_of_a_job, .. } = &mut self.frame;
        let warehouse = CallWarehouse::of(capabilities, *is_of_a_job);
        let sql = counting_text(prepared.sql());
        let component = capabilities.component();
        let one_row = RowBounds { max_rows: 1, memory: &self.statements.memory };
        let counting = Box::pin(ask_warehouse(warehouse, component, name, &sql, &prepared, remaining, one_row));
        let (set, rows_read) = time.asking(Store::Warehouse, counting).await?;
        self.statements.gave_rows(set.row_count, rows_read);
        match set.column("row_count").map(|column| column.value(0)) {
            Some(Value::UInt64(rows)) => Ok(rows),
            other => Err(rejected(format!("the warehouse counted the rows of the statement {name} as {other:?}"))),
        }
    }

    /// The rows of each, in their order; the first failure ends the others.
    pub async fn query_deferred(&mut self, deferred: Vec<DeferredStatement>) -> Result<Vec<Rows>, StatementFailure> {
        let bounds = RowBounds { max_rows: self.statements.max_rows, memory: &self.statements.memory };
        let (capabilities, time) = (&*self.frame.capabilities, &mut self.frame.time);
        let warehouse = CallWarehouse::of(capabilities, self.frame.is_of_a_job);
        let component = capabilities.component();
        let mut deferred = deferred.into_iter();
        let mut read = Vec::with_capacity(deferred.len());
        while deferred.len() > 0 {
            let remaining = time.remaining()?;
            // Each in a box: they are moved to where they wait, and each is thousands of bytes.
            let running = deferred.by_ref().take(AT_ONCE).map(|DeferredStatement { name, prepared }| {
                Box::pin(async move {
                    let remaining = prepared.time_within(remaining);
                    let asking =
                        ask_warehouse(warehouse, component, &name, prepared.sql(), &prepared, remaining, bounds);
                    let (set, rows_read) = asking.await?;
                    Ok(Rows { statement: name, set, after: prepared.after, order: prepared.order, rows_read })
                })
            });
            read.extend(time.asking(Store::Warehouse, try_join_all(running)).await?);
        }
        for rows in &read {
            self.statements.check_rows(&rows.set)?;
            self.statements.gave_rows(rows.set.row_count, rows.rows_read);
        }
        Ok(read)
    }
}
