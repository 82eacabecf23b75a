//! Rows of PostgreSQL as columns, by the type that the server names for each column.

use crate::app::AppStoreError;
use crate::app::column_builder::{Cell, ColumnBuilder, Kind, unexpected};
use crate::app::error::Operation;
use crate::app::read_rows::ReadRow;
use crate::result_set::Column;
use sqlx::postgres::{PgColumn, PgRow};
use sqlx::{Column as _, Decode, Postgres, Row as _, Type, TypeInfo as _};

/// The columns of a statement, filled row by row; none before the first.
#[derive(Default)]
pub(super) struct PostgresColumns(Vec<(Form, ColumnBuilder)>);

/// The form in which the server sends the values of a column.
#[derive(Debug, Clone, Copy)]
enum Form {
    Boolean,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    Text,
    Bytes,
}

impl ReadRow<PgRow> for PostgresColumns {
    fn read(&mut self, row: &PgRow) -> Result<usize, AppStoreError> {
        if self.0.is_empty() {
            self.0 = columns(row.columns())?;
        }
        let mut bytes = 0;
        for (index, (form, builder)) in self.0.iter_mut().enumerate() {
            bytes += builder.push(form.cell(row, index)?)?;
        }
        Ok(bytes)
    }

    fn finish(self) -> Vec<Column> {
        self.0.into_iter().map(|(_, builder)| builder.finish()).collect()
    }
}

/// The columns of a statement that gave no rows.
pub(super) fn no_rows(described: &[PgColumn]) -> Result<Vec<Column>, AppStoreError> {
    columns(described).map(|columns| PostgresColumns(columns).finish())
}

fn columns(described: &[PgColumn]) -> Result<Vec<(Form, ColumnBuilder)>, AppStoreError> {
    let column = |column: &PgColumn| {
        let form = Form::of(column)?;
        Ok((form, ColumnBuilder::new(column.name(), form.kind())))
    };
    described.iter().map(column).collect()
}

impl Form {
    fn of(column: &PgColumn) -> Result<Form, AppStoreError> {
        Ok(match column.type_info().name() {
            "BOOL" => Form::Boolean,
            "INT2" => Form::Int16,
            "INT4" => Form::Int32,
            "INT8" => Form::Int64,
            "FLOAT4" => Form::Float32,
            "FLOAT8" => Form::Float64,
            "TEXT" | "VARCHAR" | "CHAR" | "NAME" | "UNKNOWN" => Form::Text,
            "BYTEA" => Form::Bytes,
            other => {
                return Err(unexpected(
                    column.name(),
                    format!("is of the type {other}; cast it to BIGINT, TEXT or another type that both engines have"),
                ));
            }
        })
    }

    fn kind(self) -> Kind {
        match self {
            Form::Boolean => Kind::Boolean,
            Form::Int16 | Form::Int32 | Form::Int64 => Kind::Int64,
            Form::Float32 | Form::Float64 => Kind::Float64,
            Form::Text => Kind::Text,
            Form::Bytes => Kind::Bytes,
        }
    }

    /// The value of column `index`.
    fn cell(self, row: &PgRow, index: usize) -> Result<Cell<'_>, AppStoreError> {
        match self {
            Form::Boolean => value(row, index, Cell::Boolean),
            Form::Int16 => value(row, index, |value: i16| Cell::Int64(value.into())),
            Form::Int32 => value(row, index, |value: i32| Cell::Int64(value.into())),
            Form::Int64 => value(row, index, Cell::Int64),
            Form::Float32 => value(row, index, |value: f32| Cell::Float64(value.into())),
            Form::Float64 => value(row, index, Cell::Float64),
            Form::Text => value(row, index, Cell::Text),
            Form::Bytes => value(row, index, Cell::Bytes),
        }
    }
}

fn value<'a, T>(row: &'a PgRow, index: usize, cell: impl Fn(T) -> Cell<'a>) -> Result<Cell<'a>, AppStoreError>
where
    T: Decode<'a, Postgres> + Type<Postgres>,
{
    let value: Option<T> = row.try_get(index).map_err(|source| AppStoreError::from_sqlx(Operation::Query, source))?;
    Ok(value.map_or(Cell::Null, cell))
}
