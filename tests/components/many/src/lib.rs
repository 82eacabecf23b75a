//! One of many: the benchmarks write this component's number over `000000`, in its name, its path and its operation. These have
//! to stand in its data: a comparison with a short text is numbers in the code, which nobody writes over.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

quarry_sdk::plugin! {
    name: "many-000000",
    summary: "One of many; for benchmarks only.",
    grants: [],
    endpoints: [many_000000_has_a_name_too_long_to_be_compared_as_numbers],
}

/// A small object.
#[derive(Schema)]
pub struct Small {
    /// A greeting.
    pub message: String,
    /// Any number.
    pub number: u64,
}

/// A small object
#[endpoint(get = "/many-000000", keyless, cache = no_store, body = Small)]
pub fn many_000000_has_a_name_too_long_to_be_compared_as_numbers() -> Result<Answer, Problem> {
    Ok(Answer::json(&json!({ "message": "hello", "number": 42 })))
}
