//! Documents of research pages and their versions, for the members of their spaces.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::research::page_in;
use serde_json::{Value as Json, json};

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/research/pages/{id}/document", |stage| by(stage, "viewer").2),
    request("POST /session/research/pages/{id}/document", |stage| {
        by(stage, "editor").2.with(json!({ "base_version": 1, "changed": [block()], "removed": [] }))
    }),
    request("PUT /session/research/pages/{id}/document", |stage| {
        by(stage, "editor").2.with(json!({ "base_version": 1, "blocks": [block()] }))
    }),
    request("GET /session/research/pages/{id}/history", |stage| by(stage, "viewer").2),
    request("PATCH /session/research/pages/{id}/versions/{version_id}/restore", |stage| {
        let (space, page, ask) = by(stage, "editor");
        let emptied = json!({ "base_version": 1, "blocks": [] });
        stage.done(space.member("owner"), "PUT", &format!("/session/research/pages/{page}/document"), &emptied);
        ask.at(newest(stage, &space, page, "block_versions")).with(json!({}))
    }),
    request("GET /session/research/pages/{id}/page-versions/compare", |stage| {
        let (space, page, mut ask) = by(stage, "viewer");
        ask.query = format!("?from={}", newest(stage, &space, page, "versions"));
        ask
    }),
    request("POST /session/research/pages/{id}/page-versions", |stage| {
        by(stage, "editor").2.with(json!({ "name": "first" }))
    }),
    request("GET /session/research/pages/{id}/page-versions/{version_id}", |stage| {
        let (space, page, ask) = by(stage, "viewer");
        ask.at(newest(stage, &space, page, "versions"))
    }),
    request("POST /session/research/pages/{id}/page-versions/{version_id}/restore", |stage| {
        let (space, page, ask) = by(stage, "editor");
        ask.at(newest(stage, &space, page, "versions")).with(json!({}))
    }),
    request("GET /session/research/pages/{id}/export", |stage| by(stage, "viewer").2),
    request("POST /session/research/pages/{id}/import", |stage| {
        by(stage, "editor").2.with(json!({ "markdown": "# Two" }))
    }),
];

fn block() -> Json {
    json!({ "id": null, "key": "b", "kind": "paragraph", "body": "two", "attrs": {} })
}

/// A member with a role who asks about a page with one block.
fn by(stage: &'static Stage, role: &str) -> (SharedSpace, i64, Ask) {
    let space = stage.space();
    let page = page_in(&stage.server, space.id);
    let first = json!({ "id": null, "key": "a", "kind": "paragraph", "body": "one", "attrs": {} });
    let body = json!({ "base_version": 0, "blocks": [first] });
    stage.done(space.member("owner"), "PUT", &format!("/session/research/pages/{page}/document"), &body);
    let ask = Ask::by(stage.asker(space.member(role))).within(&space).at(page);
    (space, page, ask)
}

/// The newest version in one of the lists of the history.
fn newest(stage: &'static Stage, space: &SharedSpace, page: i64, list: &str) -> i64 {
    let asker = stage.asker(space.member("owner"));
    let history = asker.browser.get(&format!("/session/research/pages/{page}/history")).json();
    history[list][0]["id"].as_i64().unwrap_or_else(|| panic!("{history}"))
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_documents() {
    matrix::keep(stage(), REQUESTS);
}
