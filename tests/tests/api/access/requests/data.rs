//! The data catalogue and the exports that people build.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/data", Stage::by_person),
    request("GET /session/data/categories/{category}", |stage| stage.by_person().at("dex")),
    request("GET /session/data/datasets/{key}", |stage| stage.by_person().at("swaps")),
    request("POST /session/data/datasets/{key}/requests", |stage| {
        stage.by_person().at("swaps").with(json!({ "name": "Swaps of March", "columns": ["pool", "amount0"] }))
    }),
    request("GET /session/data/requests", Stage::by_person),
    request("GET /session/data/requests/{id}", with_request),
];

/// Somebody who reads what they built.
fn with_request(stage: &'static Stage) -> Ask {
    let person = stage.person();
    let path = "/session/data/datasets/swaps/requests";
    let built = stage.done(&person, "POST", path, &json!({ "name": "Swaps of March" }));
    let id = built["request"]["id"].as_i64().unwrap_or_else(|| panic!("a number: {built}"));
    Ask::by(stage.asker(&person)).at(id)
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_data_requests() {
    matrix::keep(stage(), REQUESTS);
}
