//! The endpoint that would read.

use quarry_sdk::prelude::*;

/// Reads the host's list of users
#[endpoint(get = "/file", keyless, cache = no_store, body = String)]
pub fn read_file() -> Result<Answer, Problem> {
    Ok(Answer::json(&std::fs::read_to_string("/etc/passwd").unwrap_or_default()))
}
