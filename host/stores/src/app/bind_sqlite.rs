//! Values on their way into a SQLite statement.

use crate::app::signed;
use crate::result_set::Value;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Error};

/// The values in the order of `$1`, `$2`, …. Fails on a whole number over 2^63 − 1, which a BIGINT cannot hold.
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
        // As the text of a JSON array, for json_each; bytes as hex.
        Value::TextList(items) => arguments.add(serde_json::to_string(items)?),
        Value::Int64List(items) => arguments.add(serde_json::to_string(items)?),
        Value::UInt64List(items) => arguments.add(serde_json::to_string(&signed(items)?)?),
        Value::BytesList(items) => {
            arguments.add(serde_json::to_string(&items.iter().map(const_hex::encode).collect::<Vec<_>>())?)
        }
    }
}
