//! A small object, and 500 rows that stay in the host.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};

statement!(warehouse, SelectRows, "sql/rows.sql");

/// Any object.
pub struct Object;

impl Schema for Object {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({})
    }
}

/// A small object
#[endpoint(get = "/bench/component_small", keyless, cache = no_store, body = Object)]
pub fn component_small() -> Result<Answer, Problem> {
    Ok(Answer::object().member("message", "hello").member("number", &42).into())
}

/// 500 rows of 12 columns
#[endpoint(get = "/bench/component_rows_500", keyless, cache = no_store, body = Object)]
pub fn component_rows_500() -> Result<Answer, Problem> {
    Ok(Answer::object().member("protocol", "all").rows("rows", (SelectRows {}).defer()?).into())
}
