//! 500 rows that the component looks at, column by column.

use quarry_sdk::bindings::quarry::plugin::values::{Column, ColumnValues};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectRows, "sql/rows.sql");

/// The sums of the columns.
#[derive(Schema)]
pub struct ColumnSums {
    #[schema(example = 12)]
    pub columns: u64,
    pub sums: Vec<u64>,
}

/// 500 rows of 12 columns, copied into the component and gone through
#[endpoint(get = "/bench/columns_500", keyless, cache = no_store, body = ColumnSums)]
pub fn columns_500() -> Result<Answer, Problem> {
    let columns = (SelectRows {}).query()?.columns();
    let sums: Vec<u64> = columns.iter().map(sum).collect();
    Ok(Answer::object().member("columns", &columns.len()).member("sums", &sums).into())
}

/// Something that every value has a part in.
fn sum(column: &Column) -> u64 {
    let bytes = |bytes: &[u8]| bytes.iter().fold(0_u64, |sum, byte| sum.wrapping_add(u64::from(*byte)));
    match &column.values {
        ColumnValues::Uint64s(values) => values.iter().fold(0, |sum, value| sum.wrapping_add(*value)),
        ColumnValues::Int64s(values) => values.iter().fold(0, |sum, value| sum.wrapping_add(value.unsigned_abs())),
        ColumnValues::Timestamps(values) => values.iter().fold(0, |sum, value| sum.wrapping_add(value.unsigned_abs())),
        ColumnValues::Texts(values) | ColumnValues::Json(values) => bytes(values.data.as_bytes()),
        ColumnValues::Bytes(values) => bytes(&values.data),
        ColumnValues::Booleans(values) => values.len() as u64,
        ColumnValues::Float64s(values) => values.len() as u64,
        ColumnValues::Dates(values) => values.len() as u64,
    }
}
