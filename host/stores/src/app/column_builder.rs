//! A column of a result, filled row by row.

use crate::app::AppStoreError;
use crate::result_set::{Column, ColumnData};

/// The kinds of values that a column of the app store can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Boolean,
    Int64,
    Float64,
    Text,
    Bytes,
}

/// One value on its way into a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell<'a> {
    Null,
    Boolean(bool),
    Int64(i64),
    Float64(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

pub(super) struct ColumnBuilder {
    name: String,
    data: ColumnData,
    validity: Vec<u8>,
    has_nulls: bool,
    row_count: usize,
}

impl ColumnBuilder {
    pub(super) fn new(name: &str, kind: Kind) -> ColumnBuilder {
        let data = nulls(kind, 0);
        ColumnBuilder { name: name.to_owned(), data, validity: Vec::new(), has_nulls: false, row_count: 0 }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Gives the column its kind, before the first value that is not null.
    pub(super) fn begins_as(&mut self, kind: Kind) {
        self.data = nulls(kind, self.row_count);
    }

    /// Adds a value and tells the bytes that the column takes for it. Fails when the value is not of the column's kind, and when
    /// the column grows over 4 GiB.
    pub(super) fn push(&mut self, cell: Cell<'_>) -> Result<usize, AppStoreError> {
        match (&mut self.data, cell) {
            (ColumnData::Boolean(values), Cell::Null) => values.push(false),
            (ColumnData::Boolean(values), Cell::Boolean(value)) => values.push(value),
            (ColumnData::Int64(values), Cell::Null) => values.push(0),
            (ColumnData::Int64(values), Cell::Int64(value)) => values.push(value),
            (ColumnData::Float64(values), Cell::Null) => values.push(0.0),
            (ColumnData::Float64(values), Cell::Float64(value)) => values.push(value),
            (ColumnData::Text { offsets, data }, Cell::Null) => offsets.push(end(&self.name, data.len())?),
            (ColumnData::Text { offsets, data }, Cell::Text(value)) => {
                data.push_str(value);
                offsets.push(end(&self.name, data.len())?);
            }
            (ColumnData::Bytes { offsets, data }, Cell::Null) => offsets.push(end(&self.name, data.len())?),
            (ColumnData::Bytes { offsets, data }, Cell::Bytes(value)) => {
                data.extend_from_slice(value);
                offsets.push(end(&self.name, data.len())?);
            }
            _ => return Err(unexpected(&self.name, "holds values of several types; cast it")),
        }
        if self.row_count.is_multiple_of(8) {
            self.validity.push(0);
        }
        if matches!(cell, Cell::Null) {
            self.has_nulls = true;
        } else {
            self.validity[self.row_count / 8] |= 1 << (self.row_count % 8);
        }
        self.row_count += 1;
        let bytes = match cell {
            Cell::Text(value) => value.len(),
            Cell::Bytes(value) => value.len(),
            _ => 0,
        };
        Ok(self.data.value_bytes() + bytes)
    }

    pub(super) fn finish(self) -> Column {
        Column { name: self.name, validity: self.has_nulls.then_some(self.validity), data: self.data }
    }
}

/// The values that stand in the places of nulls.
fn nulls(kind: Kind, rows: usize) -> ColumnData {
    match kind {
        Kind::Boolean => ColumnData::Boolean(vec![false; rows]),
        Kind::Int64 => ColumnData::Int64(vec![0; rows]),
        Kind::Float64 => ColumnData::Float64(vec![0.0; rows]),
        Kind::Text => ColumnData::Text { offsets: vec![0; rows + 1], data: String::new() },
        Kind::Bytes => ColumnData::Bytes { offsets: vec![0; rows + 1], data: Vec::new() },
    }
}

fn end(name: &str, length: usize) -> Result<u32, AppStoreError> {
    u32::try_from(length).map_err(|_| unexpected(name, "is larger than 4 GiB"))
}

pub(super) fn unexpected(column: &str, problem: impl Into<String>) -> AppStoreError {
    AppStoreError::UnexpectedColumn { column: column.to_owned(), problem: problem.into() }
}
