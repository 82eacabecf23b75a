//! The rows of a statement, as the host holds them and as an answer hands them on.

use crate::Time;
use crate::bindings::quarry::plugin::values;
use crate::values::Value;

/// The rows of a statement, held by the host.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # statement!(app_store, CountNotes, "sql/note_count.sql");
/// # fn notes() -> Result<i64, Problem> {
/// let rows = CountNotes {}.query()?;
/// Ok(rows.integer(0, "notes").unwrap_or_default())
/// # }
/// ```
#[derive(Debug)]
pub struct ResultSet {
    inner: values::ResultSet,
}

impl ResultSet {
    pub(crate) fn new(inner: values::ResultSet) -> ResultSet {
        ResultSet { inner }
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.inner.row_count() as usize
    }

    /// True when there is no row.
    pub fn is_empty(&self) -> bool {
        self.row_count() == 0
    }

    /// One cell; `Null` when there is no such row or column.
    pub fn value(&self, row: usize, column: &str) -> Value {
        u32::try_from(row).ok().and_then(|row| self.inner.value(row, column)).unwrap_or(Value::Null)
    }

    /// One cell as text; none when it is null or not text.
    pub fn text(&self, row: usize, column: &str) -> Option<String> {
        match self.value(row, column) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// One cell as a whole number; none when it is null or not a number that fits.
    pub fn integer(&self, row: usize, column: &str) -> Option<i64> {
        match self.value(row, column) {
            Value::Int64(number) => Some(number),
            Value::Uint64(number) => number.try_into().ok(),
            _ => None,
        }
    }

    /// One cell as a time.
    pub fn time(&self, row: usize, column: &str) -> Option<Time> {
        match self.value(row, column) {
            Value::Timestamp(microseconds) => Some(Time { microseconds }),
            _ => None,
        }
    }

    /// One cell as a truth value.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(rows: &ResultSet) -> bool {
    /// rows.boolean(0, "is_shared").unwrap_or(false)
    /// # }
    /// ```
    pub fn boolean(&self, row: usize, column: &str) -> Option<bool> {
        match self.value(row, column) {
            Value::Boolean(value) => Some(value),
            Value::Int64(number) => Some(number != 0),
            Value::Uint64(number) => Some(number != 0),
            _ => None,
        }
    }

    /// Rows that the store read to find these: how a search that is bounded knows what it has spent. 0 from the app store,
    /// which does not count.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(found: &ResultSet, spent: u64) -> bool {
    /// let is_over = spent + found.rows_read() > 200_000;
    /// # is_over
    /// # }
    /// ```
    pub fn rows_read(&self) -> u64 {
        self.inner.rows_read()
    }

    /// Copies every column into the component: for when it must look at many values.
    pub fn columns(&self) -> Vec<values::Column> {
        self.inner.columns()
    }
}

/// Rows that the host reads once the handler has ended: an answer can pass them on, and the handler cannot read them.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::DeferredRows;
///
/// fn answer(tokens: DeferredRows) -> Answer {
///     Answer::object().rows("tokens", tokens).into()
/// }
/// ```
#[derive(Debug)]
pub struct DeferredRows {
    inner: values::ResultSet,
}

impl DeferredRows {
    pub(crate) fn new(inner: values::ResultSet) -> DeferredRows {
        DeferredRows { inner }
    }
}

/// Rows that an answer can hand on: a [`ResultSet`], or [`DeferredRows`].
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::{AnswerRows, ObjectBuilder};
///
/// fn with_tokens(object: ObjectBuilder, tokens: impl AnswerRows) -> ObjectBuilder {
///     object.rows("tokens", tokens)
/// }
/// ```
pub trait AnswerRows {
    #[doc(hidden)]
    fn into_contract(self) -> values::ResultSet;
}

impl AnswerRows for ResultSet {
    fn into_contract(self) -> values::ResultSet {
        self.inner
    }
}

impl AnswerRows for DeferredRows {
    fn into_contract(self) -> values::ResultSet {
        self.inner
    }
}
