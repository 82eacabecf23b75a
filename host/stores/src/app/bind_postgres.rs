//! Values on their way into a PostgreSQL statement.

use crate::app::signed;
use crate::result_set::Value;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgArguments, PgTypeInfo};
use sqlx::{Arguments, Encode, Error, Postgres, Type};

/// The values in the order of `$1`, `$2`, …. Fails on a whole number over 2^63 − 1, which a BIGINT cannot hold.
pub(super) fn arguments(values: &[Value]) -> Result<PgArguments, Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        add(&mut arguments, value).map_err(Error::Encode)?;
    }
    Ok(arguments)
}

fn add(arguments: &mut PgArguments, value: &Value) -> Result<(), BoxDynError> {
    match value {
        Value::Null => arguments.add(UntypedNull),
        Value::Boolean(value) => arguments.add(*value),
        Value::Int64(value) | Value::Timestamp(value) => arguments.add(*value),
        Value::UInt64(value) => arguments.add(i64::try_from(*value)?),
        Value::Float64(value) => arguments.add(*value),
        Value::Text(value) => arguments.add(value),
        Value::Bytes(value) => arguments.add(value),
        Value::TextList(items) => arguments.add(items),
        Value::Int64List(items) => arguments.add(items),
        Value::UInt64List(items) => arguments.add(signed(items)?),
        Value::BytesList(items) => arguments.add(items),
    }
}

/// A null of the type that the statement wants at its place: type 0 asks the server to infer it. A null with a type of
/// our choosing would fit only columns of that type, and the prepared statement would keep the wrong type for later values.
struct UntypedNull;

impl Type<Postgres> for UntypedNull {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(Oid(0))
    }
}

impl Encode<'_, Postgres> for UntypedNull {
    fn encode_by_ref(&self, _buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Ok(IsNull::Yes)
    }
}
