//! Publishing a research page and sharing it, by what somebody is in the page's space.

use super::research::with_page;
use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("PATCH /session/research/pages/{id}/verify", |stage| {
        with_page(stage, "owner").1.with(json!({ "verified": true, "document_version": 0 }))
    }),
    request("PATCH /session/research/pages/{id}/publish", |stage| {
        with_page(stage, "owner").1.with(json!({ "author": "The Harbour" }))
    }),
    request("PATCH /session/research/pages/{id}/unpublish", |stage| {
        let (space, ask) = with_page(stage, "owner");
        let path = format!("/session/research/pages/{}/publish", ask.parameters[0]);
        stage.done(space.member("owner"), "PATCH", &path, &json!({}));
        ask
    }),
    request("POST /session/research/pages/{id}/guest_passes", |stage| {
        with_page(stage, "owner").1.with(json!({ "days": 3 }))
    }),
    request("DELETE /session/research/pages/{id}/guest_passes/{pass_id}", with_pass),
];

/// An owner who asks about a guest pass.
fn with_pass(stage: &'static Stage) -> Ask {
    let (space, ask) = with_page(stage, "owner");
    let path = format!("/session/research/pages/{}/guest_passes", ask.parameters[0]);
    let made = stage.done(space.member("owner"), "POST", &path, &json!({}));
    let pass = made["guest_pass"]["id"].as_i64().unwrap_or_else(|| panic!("a pass: {made}"));
    ask.at(pass)
}

#[test]
fn nobody_but_owners_publishes_verifies_or_shares() {
    matrix::keep(stage(), REQUESTS);
}
