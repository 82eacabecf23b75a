//! Questions of the probe to the warehouse, and cells of the answers.

use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

/// A warehouse that needs longer than this is not reachable for those who ask it.
const DEADLINE: Duration = Duration::from_secs(5);
/// Far more than there are chains or gaps in an answer.
const MAX_ROWS: u64 = 1_000;

/// Rows, by the names of their columns.
pub(super) struct Answer(ResultSet);

/// Asks a bounded question.
pub(super) async fn ask(
    warehouse: &Warehouse,
    sql: &str,
    parameters: &[(String, Value)],
) -> Result<Answer, WarehouseError> {
    let settings = QuerySettings { deadline: DEADLINE, max_rows: MAX_ROWS, max_memory_bytes: 1 << 30, readonly: true };
    Ok(Answer(warehouse.query(sql, parameters, settings).await?.rows))
}

impl Answer {
    pub(super) fn count(&self) -> usize {
        self.0.row_count
    }

    pub(super) fn text(&self, row: usize, column: &str) -> Option<String> {
        match self.value(row, column)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self, row: usize, column: &str) -> Option<u64> {
        match self.value(row, column)? {
            Value::UInt64(number) => Some(number),
            _ => None,
        }
    }

    /// Microseconds since the epoch.
    pub(super) fn time(&self, row: usize, column: &str) -> Option<i64> {
        match self.value(row, column)? {
            Value::Timestamp(time) => Some(time),
            _ => None,
        }
    }

    fn value(&self, row: usize, column: &str) -> Option<Value> {
        (row < self.0.row_count).then(|| self.0.column(column).map(|column| column.value(row)))?
    }
}
