//! One row of a result, read by column name and type: how the host's own code reads its tables.

use crate::app::AppStoreError;
use crate::app::column_builder::unexpected;
use crate::result_set::{ResultSet, Value};

/// A row of a [`ResultSet`]. A getter fails when the column is missing, of another type, or null where it must not be.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    rows: &'a ResultSet,
    index: usize,
}

impl<'a> Row<'a> {
    /// The first row, if there is one.
    #[inline]
    pub fn first(rows: &'a ResultSet) -> Option<Row<'a>> {
        Row::all(rows).next()
    }

    /// Every row, in order.
    pub fn all(rows: &'a ResultSet) -> impl Iterator<Item = Row<'a>> {
        (0..rows.row_count).map(move |index| Row { rows, index })
    }

    /// A whole number; times are microseconds since the epoch.
    pub fn integer(&self, column: &str) -> Result<i64, AppStoreError> {
        required(column, self.optional_integer(column)?)
    }

    /// A whole number or null.
    pub fn optional_integer(&self, column: &str) -> Result<Option<i64>, AppStoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Int64(value) => Ok(Some(value)),
            other => Err(mistyped(column, "a whole number", &other)),
        }
    }

    /// Text.
    pub fn text(&self, column: &str) -> Result<String, AppStoreError> {
        required(column, self.optional_text(column)?)
    }

    /// Text or null.
    pub fn optional_text(&self, column: &str) -> Result<Option<String>, AppStoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(value) => Ok(Some(value)),
            other => Err(mistyped(column, "text", &other)),
        }
    }

    /// A boolean. SQLite gives one that was returned from an INSERT or computed as 0 or 1.
    pub fn boolean(&self, column: &str) -> Result<bool, AppStoreError> {
        match self.value(column)? {
            Value::Boolean(value) => Ok(value),
            Value::Int64(value @ (0 | 1)) => Ok(value == 1),
            other => Err(mistyped(column, "a boolean", &other)),
        }
    }

    /// Raw bytes.
    pub fn bytes(&self, column: &str) -> Result<Vec<u8>, AppStoreError> {
        match self.value(column)? {
            Value::Bytes(value) => Ok(value),
            other => Err(mistyped(column, "bytes", &other)),
        }
    }

    pub fn optional_bytes(&self, column: &str) -> Result<Option<Vec<u8>>, AppStoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Bytes(value) => Ok(Some(value)),
            other => Err(mistyped(column, "bytes or null", &other)),
        }
    }

    fn value(&self, column: &str) -> Result<Value, AppStoreError> {
        match self.rows.column(column) {
            Some(found) => Ok(found.value(self.index)),
            None => Err(unexpected(column, "is missing")),
        }
    }
}

fn required<T>(column: &str, value: Option<T>) -> Result<T, AppStoreError> {
    value.ok_or_else(|| unexpected(column, "is null and must not be"))
}

/// Names the type that was found, never the value: it may be a secret.
fn mistyped(column: &str, wanted: &str, found: &Value) -> AppStoreError {
    let found = match found {
        Value::Null => "null",
        Value::Boolean(_) => "a boolean",
        Value::Int64(_) | Value::UInt64(_) => "a whole number",
        Value::Float64(_) => "a float",
        Value::Text(_) => "text",
        Value::Bytes(_) => "bytes",
        Value::Timestamp(_) => "a time",
        Value::TextList(_) | Value::Int64List(_) | Value::UInt64List(_) | Value::BytesList(_) => "a list",
    };
    unexpected(column, format!("must be {wanted} and is {found}"))
}
