//! Spaces, for their members.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::organizations::house::Person;
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/spaces", Stage::by_person),
    request("POST /session/spaces", |stage| {
        let house = stage.house();
        Ask::by(stage.asker(&house.owner)).with(json!({ "name": "Harbour" }))
    }),
    request("GET /session/spaces/{id}", |stage| by(stage, "viewer").1),
    request("PATCH /session/spaces/{id}", |stage| by(stage, "owner").1.with(json!({ "name": "Quay" }))),
    request("POST /session/spaces/{id}/activate", |stage| by(stage, "viewer").1),
    request("POST /session/spaces/{id}/leave", |stage| by(stage, "viewer").1),
    request("POST /session/spaces/{space_id}/memberships", |stage| {
        let guest = Person::new(&stage.server, "Grace");
        by(stage, "owner").1.with(json!({ "email": guest.email, "role": "editor" }))
    }),
    request("PATCH /session/spaces/{space_id}/memberships/{id}", |stage| {
        let (space, ask) = by(stage, "owner");
        ask.at(space.membership(stage, "viewer")).with(json!({ "role": "commenter" }))
    }),
    request("DELETE /session/spaces/{space_id}/memberships/{id}", |stage| {
        let (space, ask) = by(stage, "owner");
        ask.at(space.membership(stage, "viewer"))
    }),
    request("POST /session/spaces/{space_id}/properties", |stage| {
        by(stage, "editor").1.with(json!({ "name": "Stage", "kind": "select", "options": ["draft", "checked"] }))
    }),
    request("PATCH /session/spaces/{space_id}/properties/{id}", |stage| {
        with_property(stage).with(json!({ "name": "State", "kind": "number" }))
    }),
    request("DELETE /session/spaces/{space_id}/properties/{id}", with_property),
];

/// A member of that role who asks about a new space.
pub(super) fn by(stage: &'static Stage, role: &str) -> (SharedSpace, Ask) {
    let space = stage.space();
    let ask = Ask::by(stage.asker(space.member(role))).within(&space).at(space.id);
    (space, ask)
}

fn with_property(stage: &'static Stage) -> Ask {
    let (space, ask) = by(stage, "editor");
    let path = format!("/session/spaces/{}/properties", space.id);
    let id = stage.made_in(&space, &path, &json!({ "name": "Due", "kind": "date" }));
    ask.at(id)
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_spaces() {
    matrix::keep(stage(), REQUESTS);
}
