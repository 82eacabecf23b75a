//! The search, and who is on a research page.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::research::page_in;
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/search", |stage| Stage::by_person(stage).asking("q=liquidations")),
    request("GET /session/research/search", |stage| Stage::by_person(stage).asking("q=liquidations")),
    request("POST /session/research/pages/{id}/presence", |stage| {
        let space = stage.space();
        let page = page_in(&stage.server, space.id);
        Ask::by(stage.asker(space.member("viewer"))).within(&space).at(page).with(json!({}))
    }),
];

#[test]
fn nobody_but_whom_the_table_names_searches_or_is_on_a_page() {
    matrix::keep(stage(), REQUESTS);
}
