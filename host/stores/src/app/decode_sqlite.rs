//! Rows of SQLite as columns.
//!
//! SQLite types values, not columns: the type that the table declares for a column decides, and where a statement
//! computes one (or returns it from an INSERT) the first value that is not null.

use crate::app::AppStoreError;
use crate::app::column_builder::{Cell, ColumnBuilder, Kind, unexpected};
use crate::app::error::Operation;
use crate::app::read_rows::ReadRow;
use crate::result_set::Column;
use sqlx::sqlite::{SqliteColumn, SqliteRow};
use sqlx::{Column as _, Row as _, TypeInfo as _, ValueRef as _};

/// The columns of a statement, filled row by row; none before the first.
#[derive(Default)]
pub(super) struct SqliteColumns(Vec<Growing>);

/// A column while its rows come.
struct Growing {
    /// None while no type is declared and every value was null.
    kind: Option<Kind>,
    builder: ColumnBuilder,
}

impl ReadRow<SqliteRow> for SqliteColumns {
    fn read(&mut self, row: &SqliteRow) -> Result<usize, AppStoreError> {
        if self.0.is_empty() {
            self.0 = row.columns().iter().map(Growing::new).collect();
        }
        let mut bytes = 0;
        for (index, column) in self.0.iter_mut().enumerate() {
            bytes += column.read(row, index)?;
        }
        Ok(bytes)
    }

    fn finish(self) -> Vec<Column> {
        self.0.into_iter().map(|column| column.builder.finish()).collect()
    }
}

/// The columns of a statement that gave no rows; what it computes is text, having no value to tell by.
pub(super) fn no_rows(columns: &[SqliteColumn]) -> Vec<Column> {
    columns.iter().map(|column| Growing::new(column).builder.finish()).collect()
}

impl Growing {
    fn new(column: &SqliteColumn) -> Growing {
        let kind = kind_of(column.type_info().name());
        Growing { kind, builder: ColumnBuilder::new(column.name(), kind.unwrap_or(Kind::Text)) }
    }

    fn read(&mut self, row: &SqliteRow, index: usize) -> Result<usize, AppStoreError> {
        let value = row.try_get_raw(index).map_err(refused)?;
        if value.is_null() {
            return self.builder.push(Cell::Null);
        }
        let class = kind_of(value.type_info().name());
        drop(value);
        let kind = match self.kind {
            Some(kind) => kind,
            None => {
                let kind = class.unwrap_or(Kind::Text);
                self.builder.begins_as(kind);
                *self.kind.insert(kind)
            }
        };
        let cell = match (kind, class) {
            (Kind::Boolean, Some(Kind::Int64)) => Cell::Boolean(row.try_get_unchecked(index).map_err(refused)?),
            (Kind::Int64, Some(Kind::Int64)) => Cell::Int64(row.try_get_unchecked(index).map_err(refused)?),
            (Kind::Float64, Some(Kind::Float64 | Kind::Int64)) => {
                Cell::Float64(row.try_get_unchecked(index).map_err(refused)?)
            }
            (Kind::Text, Some(Kind::Text)) => Cell::Text(row.try_get_unchecked(index).map_err(refused)?),
            (Kind::Bytes, Some(Kind::Bytes)) => Cell::Bytes(row.try_get_unchecked(index).map_err(refused)?),
            (kind, class) => {
                let class = class.map_or("another type".to_owned(), |class| format!("{class:?}"));
                return Err(unexpected(
                    self.builder.name(),
                    format!("holds a value of class {class} where {kind:?} stands before; cast it"),
                ));
            }
        };
        self.builder.push(cell)
    }
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

fn refused(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Query, source)
}
