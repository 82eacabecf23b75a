//! Boards, tables, property values and views, by what somebody is in the space.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::data::exports::number;
use quarry::stores::result_set::Value;
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/research/projects/{id}/board", |stage| with_project(stage, "viewer").asking("group_by=tags")),
    request("GET /session/research/projects/{id}/table", |stage| with_project(stage, "viewer").asking("sort=-title")),
    request("GET /session/research/projects/{id}/tags", |stage| with_project(stage, "viewer")),
    request("GET /session/research/pages/{id}/properties", |stage| {
        let space = stage.space();
        let page = page(stage, &space);
        asked_by(stage, &space, "viewer").at(page)
    }),
    request("PATCH /session/research/pages/{id}/properties", |stage| {
        let space = stage.space();
        let (page, property) = (page(stage, &space), property(stage, &space, "number"));
        asked_by(stage, &space, "editor").at(page).with(json!({ "values": { property.to_string(): "3.5" } }))
    }),
    request("GET /session/research/property_definitions/{id}/candidates", |stage| {
        let space = stage.space();
        let property = property(stage, &space, "person");
        asked_by(stage, &space, "viewer").at(property)
    }),
    request("POST /session/research/views", |stage| {
        let space = stage.space();
        let project = project(stage, &space);
        let new = json!({ "project_id": project, "name": "By status", "layout": "board", "settings": { "group_by": "status" } });
        asked_by(stage, &space, "viewer").with(new)
    }),
    request("DELETE /session/research/views/{id}", with_view),
    request("PATCH /session/research/views/{id}/toggle_shared", with_view),
];

fn asked_by(stage: &'static Stage, space: &SharedSpace, role: &str) -> Ask {
    Ask::by(stage.asker(space.member(role))).within(space)
}

fn with_project(stage: &'static Stage, role: &str) -> Ask {
    let space = stage.space();
    let project = project(stage, &space);
    asked_by(stage, &space, role).at(project)
}

/// A member who asks about a view that they made and do not share.
fn with_view(stage: &'static Stage) -> Ask {
    let space = stage.space();
    let project = project(stage, &space);
    let sql = "INSERT INTO research_views (space_id, project_id, created_by_user_id, name, layout, settings, created_at, updated_at)
               VALUES ($1, $2, $3, 'By status', 'board', '{}', 1, 1) RETURNING id AS number";
    let whose = [space.id, project, space.member("viewer").id].map(Value::Int64);
    let view = number(&stage.server, sql, &whose);
    asked_by(stage, &space, "viewer").at(view)
}

/// A project of the space, past every check.
fn project(stage: &'static Stage, space: &SharedSpace) -> i64 {
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'Lending', 1, 1) RETURNING id AS number";
    number(&stage.server, sql, &[Value::Int64(space.id)])
}

fn page(stage: &'static Stage, space: &SharedSpace) -> i64 {
    let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at) VALUES ($1, $2, 'A page', 1, 1)
               RETURNING id AS number";
    number(&stage.server, sql, &[space.id, project(stage, space)].map(Value::Int64))
}

fn property(stage: &'static Stage, space: &SharedSpace, kind: &str) -> i64 {
    let sql = "INSERT INTO space_properties (space_id, name, kind, created_at) VALUES ($1, 'One', $2, 1) RETURNING id AS number";
    number(&stage.server, sql, &[Value::Int64(space.id), Value::Text(kind.to_owned())])
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_boards_tables_and_views() {
    matrix::keep(stage(), REQUESTS);
}
