//! Values on their way into a SQLite statement.

use crate::stores::result_set::Value;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Error};

/// The values in the order of `$1`, `$2`, …. Fails on a list (its items are bound singly) and on a whole number over
/// 2^63 − 1, which a BIGINT cannot hold.
pub(super) fn arguments(values: &[Value]) -> Result<SqliteArguments, Error> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        add(&mut arguments, value).map_err(Error::Encode)?;
    }
    Ok(arguments)
}

fn add(arguments: &mut SqliteArguments, value: &Value) -> Result<(), BoxDynError> {
    match value {
        Value::Null => arguments.add(None::<i64>),
        Value::Boolean(value) => arguments.add(*value),
        Value::Int64(value) | Value::Timestamp(value) => arguments.add(*value),
        Value::UInt64(value) => arguments.add(i64::try_from(*value)?),
        Value::Float64(value) => arguments.add(*value),
        Value::Text(value) => arguments.add(value.clone()),
        Value::Bytes(value) => arguments.add(value.clone()),
        Value::TextList(_) | Value::Int64List(_) | Value::UInt64List(_) | Value::BytesList(_) => {
            Err("a list is bound item by item".into())
        }
    }
}
