//! Saved copies and annotations, for the members of the space of their page.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::saved_items::store;
use serde_json::json;
use std::sync::OnceLock;

const TRANSACTION: &str = "0x000000000000000000000000000000000000000000000000000000005a4ed171";

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/saved_items", |stage| {
        stage.by_person().asking("hash=0x000000000000000000000000000000000000000000000000000000005a4ed171")
    }),
    request("GET /session/saved_items/destinations", Stage::by_person),
    request("POST /session/saved_items", |stage| {
        let (space, page, _) = saved(stage);
        let body = json!({ "kind": "transaction", "hash": loaded(stage), "page_id": page });
        Ask::by(stage.asker(space.member("editor"))).within(&space).with(body)
    }),
    request("PATCH /session/saved_items/{id}", |stage| {
        let (space, _, item) = saved(stage);
        by(stage, "editor", &space, item).with(json!({ "note": "the first of them" }))
    }),
    request("DELETE /session/saved_items/{id}", |stage| {
        let (space, _, item) = saved(stage);
        by(stage, "editor", &space, item)
    }),
    request("GET /session/research/pages/{id}/saved_items", |stage| {
        let (space, page, _) = saved(stage);
        by(stage, "viewer", &space, page)
    }),
    request("POST /session/annotations", |stage| {
        let (space, _, item) = saved(stage);
        let body = json!({
            "holder_type": "saved_transaction", "holder_id": item, "target_field": "value", "content": "not much"
        });
        Ask::by(stage.asker(space.member("editor"))).within(&space).with(body)
    }),
    request("PATCH /session/annotations/{id}", |stage| {
        let (space, annotation) = annotated(stage);
        by(stage, "editor", &space, annotation).with(json!({ "target_field": "value", "content": "little" }))
    }),
    request("DELETE /session/annotations/{id}", |stage| {
        let (space, annotation) = annotated(stage);
        by(stage, "editor", &space, annotation)
    }),
    request("GET /session/research/pages/{id}/annotations", |stage| {
        let (space, page, _) = saved(stage);
        by(stage, "viewer", &space, page)
    }),
];

fn by(stage: &'static Stage, role: &str, space: &SharedSpace, thing: i64) -> Ask {
    Ask::by(stage.asker(space.member(role))).within(space).at(thing)
}

/// A new space, a page of it, and a copy on the page.
fn saved(stage: &'static Stage) -> (SharedSpace, i64, i64) {
    let space = stage.space();
    let page = store::page(&stage.server, space.id, "Quay");
    let item = store::item(&stage.server, space.id, page, 7, &json!({ "value": "5" }));
    (space, page, item)
}

fn annotated(stage: &'static Stage) -> (SharedSpace, i64) {
    let (space, page, item) = saved(stage);
    let id = store::annotation(&stage.server, space.id, page, item, "value");
    (space, id)
}

/// A transaction that the warehouse knows.
fn loaded(stage: &'static Stage) -> &'static str {
    static LOADED: OnceLock<()> = OnceLock::new();
    LOADED.get_or_init(|| {
        let file = stage.server.data_dir.join("saved-transaction.csv");
        let text =
            format!("block_number,transaction_index,hash,from_address,value\n9,0,{TRANSACTION},0x{:040x},5\n", 3);
        std::fs::write(&file, text).expect("a file");
        stage.load("transactions", file.to_str().expect("a path"));
    });
    TRANSACTION
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_saved_copies_and_annotations() {
    matrix::keep(stage(), REQUESTS);
}
