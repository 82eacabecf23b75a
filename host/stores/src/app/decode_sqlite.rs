//! Rows of SQLite as columns.
//!
//! SQLite types values, not columns: the type that the table declares for a column decides, and where a statement
//! computes one (or returns it from an INSERT) the first value that is not null.

use crate::app::AppStoreError;
use crate::app::column_builder::{Cell, ColumnBuilder, Kind, unexpected};
use crate::app::error::Operation;
use crate::result_set::ResultSet;
use sqlx::sqlite::{SqliteColumn, SqliteRow};
use sqlx::{Column as _, Row as _, TypeInfo as _, ValueRef as _};

pub(super) fn result_set(rows: &[SqliteRow]) -> Result<ResultSet, AppStoreError> {
    let Some(first) = rows.first() else { return Ok(ResultSet::default()) };
    let mut columns = Vec::with_capacity(first.columns().len());
    for (index, column) in first.columns().iter().enumerate() {
        let kind = match kind_of(column.type_info().name()) {
            Some(kind) => kind,
            None => kind_of_values(rows, index)?,
        };
        let mut builder = ColumnBuilder::new(column.name(), kind);
        for row in rows {
            push(&mut builder, row, index, column.name(), kind)?;
        }
        columns.push(builder.finish());
    }
    Ok(ResultSet { row_count: rows.len(), columns })
}

/// The columns of a statement that gave no rows; what it computes is text, having no value to tell by.
pub(super) fn no_rows(columns: &[SqliteColumn]) -> ResultSet {
    let empty = |column: &SqliteColumn| {
        let kind = kind_of(column.type_info().name()).unwrap_or(Kind::Text);
        ColumnBuilder::new(column.name(), kind).finish()
    };
    ResultSet { row_count: 0, columns: columns.iter().map(empty).collect() }
}

/// The kind of a declared type or a storage class; none for `NULL` and for what the store does not use.
fn kind_of(type_name: &str) -> Option<Kind> {
    match type_name {
        "BOOLEAN" => Some(Kind::Boolean),
        "INTEGER" => Some(Kind::Int64),
        "REAL" => Some(Kind::Float64),
        "TEXT" => Some(Kind::Text),
        "BLOB" => Some(Kind::Bytes),
        _ => None,
    }
}

/// The storage class of the first value; text when every value is null.
fn kind_of_values(rows: &[SqliteRow], index: usize) -> Result<Kind, AppStoreError> {
    for row in rows {
        let value = row.try_get_raw(index).map_err(refused)?;
        if !value.is_null() {
            return Ok(kind_of(value.type_info().name()).unwrap_or(Kind::Text));
        }
    }
    Ok(Kind::Text)
}

fn push(
    builder: &mut ColumnBuilder,
    row: &SqliteRow,
    index: usize,
    name: &str,
    kind: Kind,
) -> Result<(), AppStoreError> {
    let value = row.try_get_raw(index).map_err(refused)?;
    if value.is_null() {
        return builder.push(Cell::Null);
    }
    let class = value.type_info().name().to_owned();
    drop(value);
    match (kind, class.as_str()) {
        (Kind::Boolean, "INTEGER") => builder.push(Cell::Boolean(row.try_get_unchecked(index).map_err(refused)?)),
        (Kind::Int64, "INTEGER") => builder.push(Cell::Int64(row.try_get_unchecked(index).map_err(refused)?)),
        (Kind::Float64, "REAL" | "INTEGER") => {
            builder.push(Cell::Float64(row.try_get_unchecked(index).map_err(refused)?))
        }
        (Kind::Text, "TEXT") => builder.push(Cell::Text(row.try_get_unchecked(index).map_err(refused)?)),
        (Kind::Bytes, "BLOB") => builder.push(Cell::Bytes(row.try_get_unchecked(index).map_err(refused)?)),
        (kind, class) => {
            Err(unexpected(name, format!("holds a value of class {class} where {kind:?} stands before; cast it")))
        }
    }
}

fn refused(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Query, source)
}
