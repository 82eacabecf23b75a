//! What the editor of a research page asks for, by what somebody is in the page's space.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::data::exports::number;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

const LOADED: &str = "tx_hash=0x00000000000000000000000000000000000000000000000000000000c17a7104";

pub(super) const REQUESTS: &[Request] = &[
    request("POST /session/research/blocks/{id}/refresh", |stage| {
        let space = stage.space();
        let page = page(stage, &space);
        let citation = stage.made_in(&space, "/session/citations", &with(figure(), "space_id", json!(space.id)));
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                   VALUES ($1, $2, 'live_value', '', $3, 0, 1, 1) RETURNING id AS number";
        let attrs = Value::Text(json!({ "citation_id": citation }).to_string());
        let block = number(&stage.server, sql, &[Value::Int64(page), Value::Int64(space.id), attrs]);
        Ask::by(stage.asker(space.member("editor"))).within(&space).at(block)
    }),
    request("GET /session/research/pages/{id}/pick", |stage| asking(stage, "viewer").asking("kind=page")),
    request("POST /session/research/pages/{id}/pick", |stage| {
        asking(stage, "editor").with(json!({ "title": "A page of its own" }))
    }),
    request("GET /session/research/pages/{id}/citable_fields", |stage| {
        super::citations::loaded(stage);
        asking(stage, "viewer").asking(LOADED)
    }),
    request("POST /session/research/pages/{id}/cite", |stage| {
        let field = json!({ "transaction_hash": super::citations::loaded(stage), "field": "value" });
        asking(stage, "editor").with(field)
    }),
    request("GET /session/research/pages/{id}/editor_options", |stage| asking(stage, "viewer")),
    request("POST /session/research/pages/{id}/derived_preview", |stage| asking(stage, "viewer").with(figure())),
    request("POST /session/research/pages/{id}/derive", |stage| asking(stage, "editor").with(figure())),
    request("POST /session/research/pages/{id}/uploads", |stage| {
        let file = json!({ "file_name": "a.png", "media_type": "image/png", "size_bytes": 10 });
        asking(stage, "editor").with(file)
    }),
];

/// A figure that there is without any data.
fn figure() -> Json {
    json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum" })
}

fn with(mut body: Json, member: &str, value: Json) -> Json {
    body[member] = value;
    body
}

/// A page of the space, past every check.
fn page(stage: &'static Stage, space: &SharedSpace) -> i64 {
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'Lending', 1, 1) RETURNING id AS number";
    let project = number(&stage.server, sql, &[Value::Int64(space.id)]);
    let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at) VALUES ($1, $2, 'A page', 1, 1)
               RETURNING id AS number";
    number(&stage.server, sql, &[Value::Int64(space.id), Value::Int64(project)])
}

/// Somebody of that role asks about a page of the space.
fn asking(stage: &'static Stage, role: &str) -> Ask {
    let space = stage.space();
    let page = page(stage, &space);
    Ask::by(stage.asker(space.member(role))).within(&space).at(page)
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_what_the_editor_asks_for() {
    matrix::keep(stage(), REQUESTS);
}
