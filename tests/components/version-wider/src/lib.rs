//! A version of `version-one` that asks for grants, for the tests of who accepts them.

use quarry_sdk::key_value::{self, Lifetime};
use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "version",
    summary: "Says which version it is, and counts who asks; for tests only.",
    grants: [KeyValue, OutboundHttp],
    outbound_hosts: ["api.example.org"],
    settings: ["version"],
    endpoints: [show_version],
}

/// The version that answers.
#[derive(Schema)]
pub struct Version {
    pub version: u64,
    /// The number of times that it was asked.
    pub asked: i64,
}

/// Show the version that answers
#[endpoint(
    get = "/version", keyless, module = "partners", cache = no_store, writes = "It counts how often it was asked.", body = Version
)]
pub fn show_version() -> Result<Answer, Problem> {
    let asked = key_value::increment("asked", 1, Lifetime::UntilDeleted)?;
    Ok(Answer::object().member("version", &4).member("asked", &asked).into())
}
