//! A component that is replaced by another version of itself. `version-two` is the same source in a package of another version,
//! and each says its own; `version-three` too, and it breaks down on the first request.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use std::hint::black_box;

quarry_sdk::plugin! {
    name: "version",
    summary: "Says which version it is; for tests only.",
    grants: [],
    endpoints: [show_version, list_versions],
}

#[derive(Parameters)]
pub struct VersionQuery {
    /// True to fail.
    fails: Option<bool>,
    /// Additions that are made before it answers; each takes about a nanosecond.
    #[parameter(minimum = 0, maximum = 1000000000)]
    additions: Option<i64>,
}

/// The version that answers.
#[derive(Schema)]
pub struct Version {
    /// 1 or 2.
    pub version: u64,
}

/// Show the version that answers
#[endpoint(get = "/version", keyless, module = "partners", cache = no_store, body = Version)]
pub fn show_version(query: VersionQuery) -> Result<Answer, Problem> {
    black_box((0..query.additions.unwrap_or(0)).fold(0_i64, |sum, number| black_box(sum.wrapping_add(number))));
    assert!(query.fails != Some(true) && major_version() < 3, "on purpose");
    Ok(Answer::json(&json!({ "version": major_version() })))
}

/// The same, kept by the response cache
#[endpoint(get = "/versions", keyless, module = "partners", body = Version)]
pub fn list_versions() -> Result<Answer, Problem> {
    Ok(Answer::json(&json!({ "version": major_version() })))
}

fn major_version() -> u64 {
    env!("CARGO_PKG_VERSION_MAJOR").parse().unwrap_or(0)
}
