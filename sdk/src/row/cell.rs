//! One cell, as it lies in its column.

use crate::bindings::quarry::plugin::values::{Column, ColumnValues};

/// A cell, not copied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A whole number with a sign.
    Int64(i64),
    /// A whole number without one.
    Uint64(u64),
    /// A number of 64 bits.
    Float64(f64),
    /// UTF-8.
    Text(&'a str),
    /// Raw bytes, such as an address.
    Bytes(&'a [u8]),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Timestamp(i64),
    /// Days since 1970-01-01.
    Date(i32),
    /// JSON text: arrays, tuples and maps of the warehouse.
    Json(&'a str),
}

impl<'a> Cell<'a> {
    /// The value of row `row` of the column; null when there is no such row.
    pub(super) fn of(column: &'a Column, row: usize) -> Cell<'a> {
        if !is_valid(column, row) {
            return Cell::Null;
        }
        let cell = match &column.values {
            ColumnValues::Booleans(values) => values.get(row).copied().map(Cell::Boolean),
            ColumnValues::Int64s(values) => values.get(row).copied().map(Cell::Int64),
            ColumnValues::Uint64s(values) => values.get(row).copied().map(Cell::Uint64),
            ColumnValues::Float64s(values) => values.get(row).copied().map(Cell::Float64),
            ColumnValues::Texts(values) => {
                span(&values.offsets, row).and_then(|span| values.data.get(span)).map(Cell::Text)
            }
            ColumnValues::Bytes(values) => {
                span(&values.offsets, row).and_then(|span| values.data.get(span)).map(Cell::Bytes)
            }
            ColumnValues::Timestamps(values) => values.get(row).copied().map(Cell::Timestamp),
            ColumnValues::Dates(values) => values.get(row).copied().map(Cell::Date),
            ColumnValues::Json(values) => {
                span(&values.offsets, row).and_then(|span| values.data.get(span)).map(Cell::Json)
            }
        };
        cell.unwrap_or(Cell::Null)
    }

    /// The type of the column's values, in the words of `wit/values.wit`.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Cell::Null => "null",
            Cell::Boolean(_) => "boolean",
            Cell::Int64(_) => "int64",
            Cell::Uint64(_) => "uint64",
            Cell::Float64(_) => "float64",
            Cell::Text(_) => "text",
            Cell::Bytes(_) => "bytes",
            Cell::Timestamp(_) => "timestamp",
            Cell::Date(_) => "date",
            Cell::Json(_) => "json",
        }
    }
}

fn is_valid(column: &Column, row: usize) -> bool {
    match &column.validity {
        Some(bits) => bits.get(row / 8).is_some_and(|byte| byte >> (row % 8) & 1 == 1),
        None => true,
    }
}

fn span(offsets: &[u32], row: usize) -> Option<std::ops::Range<usize>> {
    let (start, end) = (offsets.get(row)?, offsets.get(row + 1)?);
    Some(usize::try_from(*start).ok()?..usize::try_from(*end).ok()?)
}
