//! Rows that a guest has only a handle to: read, or left until the answer is written.

use crate::capabilities::StatementFailure;
use crate::capabilities::call::{Call, ask_warehouse};
use crate::capabilities::statement_bindings::rejected;
use crate::capabilities::statements::{Prepared, counting_text};
use futures_util::future::try_join_all;
use quarry_contract::{CursorColumn, Store};
use quarry_stores::result_set::{ResultSet, Value};
use std::time::Duration;
use thiserror::Error;

/// Deferred statements of one answer that are run beside each other.
const AT_ONCE: usize = 4;

/// Rows of a statement, held for a guest that has only a handle to them.
#[derive(Debug)]
pub struct Rows {
    /// The statement's name.
    pub statement: String,
    pub set: ResultSet,
    /// The columns of the statement's `after(…)`; empty when it does not page.
    pub after: Vec<CursorColumn>,
    /// The statement's order that was picked, where it has several.
    pub order: Option<String>,
    /// Rows that the warehouse read to find them; 0 from the app store, which does not count.
    pub rows_read: u64,
}

/// What a guest's handle to rows stands for.
#[derive(Debug)]
pub enum HeldRows {
    Read(Rows),
    /// Read once the guest has ended, if its answer has them.
    Deferred(DeferredStatement),
}

/// A statement that waits for the guest's end.
#[derive(Debug)]
pub struct DeferredStatement {
    name: String,
    prepared: Prepared,
}

/// A guest looked at rows that it had said it would hand on unseen.
#[derive(Debug, Error)]
#[error(
    "it looked at the rows of {0}, a deferred statement, which are read when it has ended: `query` gives rows to look at"
)]
pub struct LookedAtDeferredRows(String);

impl HeldRows {
    /// The rows, for a guest to look at.
    pub fn read(&self) -> Result<&Rows, LookedAtDeferredRows> {
        match self {
            HeldRows::Read(rows) => Ok(rows),
            HeldRows::Deferred(statement) => Err(LookedAtDeferredRows(statement.name.clone())),
        }
    }
}

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

    /// How many rows a declared statement of the warehouse gives. The component keeps what is left of its time where counting takes
    /// longer than `at_most`.
    pub async fn count_rows(
        &mut self,
        name: &str,
        bindings: Vec<(String, Value)>,
        at_most: Duration,
    ) -> Result<u64, StatementFailure> {
        self.refuse_within_transaction("count the rows of a statement")?;
        let prepared = self.prepare(Store::Warehouse, name, bindings)?;
        if self.capabilities.statements().gives_a_page(name) {
            return Err(rejected(format!(
                "the statement {name} gives a page of its rows, which is not how many there are"
            )));
        }
        let (capabilities, remaining) = (self.capabilities.clone(), self.remaining()?.min(at_most));
        let sql = counting_text(prepared.sql());
        let counting = Box::pin(ask_warehouse(&capabilities, name, &sql, &prepared, remaining, 1));
        let (set, rows_read) = self.asking(Store::Warehouse, counting).await?;
        self.gave_rows(set.row_count, rows_read);
        match set.column("row_count").map(|column| column.value(0)) {
            Some(Value::UInt64(rows)) => Ok(rows),
            other => Err(rejected(format!("the warehouse counted the rows of the statement {name} as {other:?}"))),
        }
    }

    /// The rows of each, in their order; the first failure ends the others.
    pub async fn query_deferred(&mut self, deferred: Vec<DeferredStatement>) -> Result<Vec<Rows>, StatementFailure> {
        let (capabilities, max_rows) = (self.capabilities.clone(), self.max_rows);
        let capabilities = &*capabilities;
        let mut deferred = deferred.into_iter();
        let mut read = Vec::with_capacity(deferred.len());
        while deferred.len() > 0 {
            let remaining = self.remaining()?;
            // Each in a box: they are moved to where they wait, and each is thousands of bytes.
            let running = deferred.by_ref().take(AT_ONCE).map(|DeferredStatement { name, prepared }| {
                Box::pin(async move {
                    let remaining = prepared.time_within(remaining);
                    let (set, rows_read) =
                        ask_warehouse(capabilities, &name, prepared.sql(), &prepared, remaining, max_rows).await?;
                    Ok(Rows { statement: name, set, after: prepared.after, order: prepared.order, rows_read })
                })
            });
            read.extend(self.asking(Store::Warehouse, try_join_all(running)).await?);
        }
        for rows in &read {
            self.check_rows(&rows.set)?;
            self.gave_rows(rows.set.row_count, rows.rows_read);
        }
        Ok(read)
    }
}
