//! A component that is replaced by another version of itself: this one says 2, `version-one` says 1.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

quarry_sdk::plugin! {
    name: "version",
    summary: "Says which version it is; for tests only.",
    grants: [],
    endpoints: [show_version, list_versions],
}

#[derive(Parameters)]
pub struct VersionQuery {
    /// Whether to fail.
    fails: Option<bool>,
}

/// Which version answers.
#[derive(Schema)]
pub struct Version {
    /// 1 or 2.
    pub version: u64,
}

/// Which version answers
#[endpoint(get = "/version", keyless, module = "partners", cache = no_store, body = Version)]
pub fn show_version(_request: &Request, query: VersionQuery) -> Result<Answer, Problem> {
    assert!(query.fails != Some(true), "on purpose");
    Ok(Answer::json(&json!({ "version": 2 })))
}

/// The same, kept by the response cache
#[endpoint(get = "/versions", keyless, module = "partners", body = Version)]
pub fn list_versions(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::json(&json!({ "version": 2 })))
}
