//! Notes, for the members of their spaces.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use serde_json::json;

const VALUE: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

pub(super) const REQUESTS: &[Request] = &[
    request("POST /session/notes/lookup", |stage| {
        let space = stage.space();
        Ask::by(stage.asker(space.member("viewer")))
            .within(&space)
            .with(json!({ "values": [VALUE], "space_id": space.id }))
    }),
    request("POST /session/value_notes", |stage| {
        let space = stage.space();
        Ask::by(stage.asker(space.member("viewer")))
            .within(&space)
            .with(json!({ "value": VALUE, "content": "a deployer", "space_id": space.id }))
    }),
    request("PATCH /session/value_notes/{id}", |stage| with_note(stage).with(json!({ "color": "#6B3A72" }))),
    request("DELETE /session/value_notes/{id}", with_note),
];

/// A viewer who asks about somebody else's note.
fn with_note(stage: &'static Stage) -> Ask {
    let space = stage.space();
    let body = json!({ "value": VALUE, "content": "a deployer", "space_id": space.id });
    let id = stage.made_in(&space, "/session/value_notes", &body);
    Ask::by(stage.asker(space.member("viewer"))).within(&space).at(id)
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_notes() {
    matrix::keep(stage(), REQUESTS);
}
