//! The statements that a call may run, and the rows that they may give.

use crate::capabilities::StatementFailure;
use crate::capabilities::usage::Usage;
use quarry_contract::Store;
use quarry_stores::result_set::ResultSet;
use quarry_stores::row_memory::RowMemory;
use std::time::Duration;

/// The counted things that one call may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallShares {
    pub log_lines: u32,
    pub statements: u32,
    /// Rows that one statement may give; a page is 500 rows and one, a series can be longer.
    pub rows: u64,
    /// Bytes of all the rows that it holds.
    pub held_bytes: usize,
    /// Bytes that the component's own tables may have in the app store; none is no bound.
    pub table_bytes: Option<u64>,
}

impl Default for CallShares {
    fn default() -> Self {
        // Eight times the longest answer, and as much as an instance has for itself.
        let held_bytes = 64 << 20;
        CallShares { log_lines: 100, statements: 50, rows: 50_000, held_bytes, table_bytes: None }
    }
}

/// The statements that are left, and a count of what was used.
pub(in crate::capabilities) struct StatementBudget {
    left: u32,
    /// Rows that one statement may give.
    pub(in crate::capabilities) max_rows: u64,
    /// The memory that its rows take, from when they arrive until they are dropped or sent.
    pub(in crate::capabilities) memory: RowMemory,
    /// The sentence with which rows were refused because others hold so many.
    overload: Option<String>,
    /// The store that did not answer, where the last call failed of that.
    silent: Option<Store>,
    run: u32,
    rows: u64,
    rows_read: u64,
}

impl StatementBudget {
    /// `component` is the memory of all of the component's calls.
    pub(super) fn new(shares: CallShares, component: &RowMemory) -> StatementBudget {
        let CallShares { statements: left, rows: max_rows, held_bytes, .. } = shares;
        let memory = component.of_call(held_bytes);
        StatementBudget { left, max_rows, memory, overload: None, silent: None, run: 0, rows: 0, rows_read: 0 }
    }

    /// Notes how a call ended that asked `store`, so that the answer can say which store is silent or that others hold too many rows.
    /// A call that asked several has none.
    pub(super) fn note(&mut self, store: Option<Store>, failure: Option<&StatementFailure>) {
        if let Some(StatementFailure::Overloaded(sentence)) = failure {
            self.overload = Some(sentence.clone());
        }
        let is_silent =
            matches!(failure, Some(StatementFailure::Unavailable(_) | StatementFailure::DeadlineExceeded(_)));
        self.silent = store.filter(|_| is_silent);
    }

    pub(super) fn silent(&self) -> Option<Store> {
        self.silent
    }

    pub(super) fn overload(&self) -> Option<&str> {
        self.overload.as_deref()
    }

    pub(in crate::capabilities) fn left(&self) -> u32 {
        self.left
    }

    /// Takes one of the call's statements.
    pub(in crate::capabilities) fn take(&mut self) -> Result<(), StatementFailure> {
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            StatementFailure::LimitExceeded(
                "The component ran more statements than one request may (statements).".to_owned(),
            )
        })?;
        self.run += 1;
        Ok(())
    }

    /// Refuses more rows than a statement may give: the app store has one bound for all components.
    pub(in crate::capabilities) fn check_rows(&self, set: &ResultSet) -> Result<(), StatementFailure> {
        if set.row_count as u64 > self.max_rows { Err(StatementFailure::too_many_rows()) } else { Ok(()) }
    }

    /// Counts rows that a statement gave, and those that the warehouse read for them.
    pub(in crate::capabilities) fn gave_rows(&mut self, rows: usize, rows_read: u64) {
        self.rows += rows as u64;
        self.rows_read += rows_read;
    }

    pub(super) fn usage(&self, store_time: Duration) -> Usage {
        Usage { statements: self.run, rows: self.rows, rows_read: self.rows_read, store_time }
    }
}
