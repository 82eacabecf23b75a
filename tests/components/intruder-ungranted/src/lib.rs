//! The calls of `quarry-test-complete` in a component that was granted the app store, so that it has transactions, and nothing
//! else. (`quarry-test-hostile` was not granted that one.)

#[path = "../../complete/src/calls/mod.rs"]
pub mod calls;

use calls::{Arguments, CallPath, Called};
use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "intruder-ungranted",
    summary: "Tries what it was not granted; for tests only.",
    grants: [AppStore],
    jobs: [calls::written::idle],
    events: [calls::written::CallMade],
    notifications: [calls::written::CallMade],
    endpoints: [try_ungranted],
}

/// Calls a function that was not granted
#[endpoint(
    post = "/session/ungranted/{function}", session, cache = no_store, body = Called
)]
pub fn try_ungranted(path: CallPath, JsonBody(arguments): JsonBody<Arguments>) -> Result<Answer, Problem> {
    calls::answer(&path.function, &arguments)
}
