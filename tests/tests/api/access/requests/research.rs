//! The research workspace, for the members of a space by their roles.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/research", by_settled),
    request("GET /session/research/trash", by_settled),
    request("POST /session/research/projects", |stage| {
        let space = stage.space();
        let new = json!({ "name": "Liquidations", "space_id": space.id });
        Ask::by(stage.asker(space.member("viewer"))).within(&space).with(new)
    }),
    request("GET /session/research/projects/{id}", |stage| with_project(stage, "viewer").1),
    request("PATCH /session/research/projects/{id}", |stage| {
        with_project(stage, "editor").1.with(json!({ "name": "Renamed", "description": "What the fall did." }))
    }),
    request("DELETE /session/research/projects/{id}", |stage| with_project(stage, "owner").1),
    request("PATCH /session/research/projects/{id}/restore", |stage| {
        let (space, ask) = with_project(stage, "owner");
        put_away(stage, &space, "research_projects");
        ask
    }),
    request("POST /session/research/projects/{id}/folders", |stage| {
        with_project(stage, "editor").1.with(json!({ "name": "Evidence" }))
    }),
    request("PATCH /session/research/projects/{id}/folders/{folder_id}", |stage| {
        with_folder(stage).with(json!({ "name": "Renamed" }))
    }),
    request("DELETE /session/research/projects/{id}/folders/{folder_id}", with_folder),
    request("POST /session/research/projects/{project_id}/pages", |stage| {
        with_project(stage, "editor").1.with(json!({ "title": "Borrowers" }))
    }),
    request("GET /session/research/pages/{id}", |stage| with_page(stage, "viewer").1),
    request("PATCH /session/research/pages/{id}", |stage| {
        with_page(stage, "editor").1.with(json!({ "title": "Renamed", "tags": ["aave"], "status": "final" }))
    }),
    request("DELETE /session/research/pages/{id}", |stage| with_page(stage, "owner").1),
    request("PATCH /session/research/pages/{id}/restore", |stage| {
        let (space, ask) = with_page(stage, "editor");
        put_away(stage, &space, "research_pages");
        ask
    }),
    request("POST /session/research/pages/{id}/templates", |stage| {
        let (space, ask) = with_page(stage, "editor");
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                   SELECT id, space_id, 'paragraph', 'Here.', '{}', 0, created_at, created_at FROM research_pages
                   WHERE space_id = $1";
        execute(&stage.server, sql, &[Value::Int64(space.id)]);
        ask.with(json!({ "name": "Report" }))
    }),
];

/// Somebody whose personal space has come.
fn by_settled(stage: &'static Stage) -> Ask {
    let space = stage.space();
    let work_in_it = "INSERT INTO active_spaces (user_id, space_id)
                      SELECT user_id, space_id FROM space_members WHERE space_id = $1";
    execute(&stage.server, work_in_it, &[Value::Int64(space.id)]);
    Ask::by(stage.asker(space.member("viewer")))
}

/// A member with this role who asks about a project.
fn with_project(stage: &'static Stage, role: &str) -> (SharedSpace, Ask) {
    let space = stage.space();
    let body = json!({ "name": "Liquidations", "space_id": space.id });
    let project = stage.made_in(&space, "/session/research/projects", &body);
    let ask = Ask::by(stage.asker(space.member(role))).within(&space).at(project);
    (space, ask)
}

fn with_folder(stage: &'static Stage) -> Ask {
    let (space, ask) = with_project(stage, "editor");
    let path = format!("/session/research/projects/{}/folders", ask.parameters[0]);
    let folder = stage.made_in(&space, &path, &json!({ "name": "Evidence" }));
    ask.at(folder)
}

/// A member with this role who asks about a page.
pub(super) fn with_page(stage: &'static Stage, role: &str) -> (SharedSpace, Ask) {
    let (space, mut ask) = with_project(stage, role);
    let path = format!("/session/research/projects/{}/pages", ask.parameters[0]);
    let page = stage.made_in(&space, &path, &json!({ "title": "Borrowers" }));
    ask.parameters = vec![page.to_string()];
    (space, ask)
}

/// Puts what the space has into the trash.
fn put_away(stage: &'static Stage, space: &SharedSpace, table: &str) {
    let sql = format!("UPDATE {table} SET trashed_at = $2 WHERE space_id = $1");
    let now = jiff::Timestamp::now().as_microsecond();
    execute(&stage.server, &sql, &[Value::Int64(space.id), Value::Timestamp(now)]);
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_research() {
    matrix::keep(stage(), REQUESTS);
}
