//! Rows that the store numbers, and values in them.

use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// The id of a row that is made.
pub(super) async fn made(transaction: &mut Transaction, sql: &str, values: &[Value]) -> Result<Value, AppStoreError> {
    let rows = transaction.query(sql, values).await?;
    Ok(Value::Int64(Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default()))
}

/// A text as a value.
pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
