//! Rows of either engine as they arrive: turned into columns one by one, bounded in number and bytes.

use crate::app::AppStoreError;
use crate::app::error::Operation;
use crate::result_set::{Column, ResultSet};
use crate::row_memory::RowMemory;
use futures_util::{Stream, StreamExt};
use std::pin::pin;

/// The most rows that a statement may give. Pages are 500 rows; a statement that reaches this lacks its LIMIT.
const MAX_ROWS: usize = 10_000;

/// Columns that take the rows of an engine.
pub(super) trait ReadRow<R>: Default {
    /// Adds a row and tells the bytes that the columns take for it.
    fn read(&mut self, row: &R) -> Result<usize, AppStoreError>;

    fn finish(self) -> Vec<Column>;
}

/// Reads the rows into columns; `None` where there are none, since rows bring their columns. A row that is too many, or that
/// `memory` has no room for, ends the reading, and nothing of the rows stays.
pub(super) async fn read_rows<R, C: ReadRow<R>>(
    rows: impl Stream<Item = Result<R, sqlx::Error>>,
    memory: &RowMemory,
) -> Result<Option<ResultSet>, AppStoreError> {
    let mut rows = pin!(rows);
    let (mut columns, mut held, mut row_count) = (C::default(), memory.hold(), 0);
    while let Some(row) = rows.next().await {
        let row = row.map_err(|source| AppStoreError::from_sqlx(Operation::Query, source))?;
        if row_count == MAX_ROWS {
            return Err(AppStoreError::TooManyRows { limit: MAX_ROWS });
        }
        held.add(columns.read(&row)?)?;
        row_count += 1;
    }
    Ok((row_count > 0).then(|| ResultSet::counted(row_count, columns.finish(), held)))
}
