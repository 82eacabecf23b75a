//! The hostile twin of `quarry-test-complete`: granted as much, with the same calls, which it makes too often, with too much and
//! for others, and with handles that nobody gave it.

#[path = "../../complete/src/calls/mod.rs"]
pub mod calls;
pub mod forged;
pub mod streams;

use calls::{Arguments, CallPath, Called, CalledWithKey};
use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "intruder",
    summary: "Goes further than it may; for tests only.",
    grants: [
        Warehouse, AppStore, Identity, Audit, Events, Jobs, Mail, Notifications, ApiKeys, Invitations, SingleSignOn, NameLookup,
        KeyValue, OutboundHttp, Objects, RowFiles, Datasets, Secrets, Accounts, Modules, People,
    ],
    jobs: [calls::written::idle],
    events: [calls::written::CallMade],
    notifications: [calls::written::CallMade],
    endpoints: [intrude, intrude_with_key, intrude_by_looking, forged::use_forged_handle, streams::stream_too_much],
    outbound_hosts: ["localhost:*"],
}

/// Call a function for the person who is signed in
#[endpoint(
    post = "/session/intruder/{function}", session, cache = no_store, body = Called
)]
pub fn intrude(path: CallPath, JsonBody(arguments): JsonBody<Arguments>) -> Result<Answer, Problem> {
    calls::answer(&path.function, &arguments)
}

/// Calls a function for somebody who only looks
#[endpoint(get = "/session/intruder/{function}", session, cache = no_store, body = Called)]
pub fn intrude_by_looking(path: CallPath) -> Result<Answer, Problem> {
    calls::answer(&path.function, &Arguments::default())
}

/// Calls a function with a key: there is no session
#[endpoint(
    post = "/intruder/calls/{function}", key = "research:write", cache = no_store, body = CalledWithKey
)]
pub fn intrude_with_key(path: CallPath, JsonBody(arguments): JsonBody<Arguments>) -> Result<Answer, Problem> {
    calls::answer(&path.function, &arguments)
}
