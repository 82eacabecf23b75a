//! Rows of PostgreSQL as columns, by the type that the server names for each column.

use crate::app::AppStoreError;
use crate::app::column_builder::{Cell, ColumnBuilder, Kind, unexpected};
use crate::app::error::Operation;
use crate::result_set::{Column, ResultSet};
use sqlx::postgres::{PgColumn, PgRow};
use sqlx::{Column as _, Decode, Postgres, Row as _, Type, TypeInfo as _};

pub(super) fn result_set(rows: &[PgRow]) -> Result<ResultSet, AppStoreError> {
    let Some(first) = rows.first() else { return Ok(ResultSet::default()) };
    let mut columns = Vec::with_capacity(first.columns().len());
    for (index, column) in first.columns().iter().enumerate() {
        columns.push(decode(rows, index, column)?);
    }
    Ok(ResultSet { row_count: rows.len(), columns })
}

/// Column `index` of the rows, by its type.
fn decode(rows: &[PgRow], index: usize, column: &PgColumn) -> Result<Column, AppStoreError> {
    let name = column.name();
    match column.type_info().name() {
        "BOOL" => fill(rows, index, name, Kind::Boolean, Cell::Boolean),
        "INT2" => fill(rows, index, name, Kind::Int64, |value: i16| Cell::Int64(value.into())),
        "INT4" => fill(rows, index, name, Kind::Int64, |value: i32| Cell::Int64(value.into())),
        "INT8" => fill(rows, index, name, Kind::Int64, Cell::Int64),
        "FLOAT4" => fill(rows, index, name, Kind::Float64, |value: f32| Cell::Float64(value.into())),
        "FLOAT8" => fill(rows, index, name, Kind::Float64, Cell::Float64),
        "TEXT" | "VARCHAR" | "CHAR" | "NAME" | "UNKNOWN" => fill(rows, index, name, Kind::Text, Cell::Text),
        "BYTEA" => fill(rows, index, name, Kind::Bytes, Cell::Bytes),
        other => Err(unexpected(
            name,
            format!("is of the type {other}; cast it to BIGINT, TEXT or another type that both engines have"),
        )),
    }
}

/// The columns of a statement that gave no rows.
pub(super) fn no_rows(columns: &[PgColumn]) -> Result<ResultSet, AppStoreError> {
    let mut empty = Vec::with_capacity(columns.len());
    for (index, column) in columns.iter().enumerate() {
        empty.push(decode(&[], index, column)?);
    }
    Ok(ResultSet { row_count: 0, columns: empty })
}

/// One column, every value read as `T`.
fn fill<'a, T>(
    rows: &'a [PgRow],
    index: usize,
    name: &str,
    kind: Kind,
    cell: impl Fn(T) -> Cell<'a>,
) -> Result<Column, AppStoreError>
where
    T: Decode<'a, Postgres> + Type<Postgres>,
{
    let mut builder = ColumnBuilder::new(name, kind);
    for row in rows {
        let value: Option<T> =
            row.try_get(index).map_err(|source| AppStoreError::from_sqlx(Operation::Query, source))?;
        builder.push(value.map_or(Cell::Null, &cell))?;
    }
    Ok(builder.finish())
}
