//! Comments on pages, for the members of their spaces, and the inbox of whoever is told.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::{SharedSpace, number};
use quarry::stores::result_set::Value;
use serde_json::json;

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/research/pages/{id}/comments", |stage| on_page(stage, "viewer")),
    request("GET /session/research/pages/{id}/threads", |stage| on_page(stage, "viewer")),
    request("POST /session/research/pages/{id}/comments", |stage| {
        on_page(stage, "commenter").with(json!({ "body": "Is the bridge in it?" }))
    }),
    request("PATCH /session/research/pages/{id}/comments/{comment_id}/resolve", |stage| on_comment(stage, "commenter")),
    request("PATCH /session/research/pages/{id}/comments/{comment_id}/reopen", |stage| on_comment(stage, "commenter")),
    request("DELETE /session/research/pages/{id}/comments/{comment_id}", |stage| on_comment(stage, "owner")),
    request("GET /session/notifications", Stage::by_person),
    request("PATCH /session/notifications/read_all", Stage::by_person),
    request("PATCH /session/notifications/{id}/read", |stage| {
        let space = stage.space();
        let sql =
            "INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, space_id, title, created_at)
                   VALUES ($1, 'mention', 'comment', 1, $2, 'Liquidations', 1793491200000000) RETURNING id AS number";
        let told = space.member("viewer");
        let id = number(stage, sql, &[Value::Int64(told.id), Value::Int64(space.id)]);
        Ask::by(stage.asker(told)).within(&space).at(id)
    }),
];

/// A page of a space, past every check.
fn page(stage: &'static Stage, space: &SharedSpace) -> i64 {
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at)
               VALUES ($1, 'Liquidations', 1793491200000000, 1793491200000000) RETURNING id AS number";
    let project = number(stage, sql, &[Value::Int64(space.id)]);
    let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
               VALUES ($1, $2, 'March', 1793491200000000, 1793491200000000) RETURNING id AS number";
    number(stage, sql, &[Value::Int64(space.id), Value::Int64(project)])
}

/// A member with this role who asks about a page.
fn on_page(stage: &'static Stage, role: &str) -> Ask {
    let space = stage.space();
    let page = page(stage, &space);
    Ask::by(stage.asker(space.member(role))).within(&space).at(page)
}

/// A member with this role who asks about an owner's comment.
fn on_comment(stage: &'static Stage, role: &str) -> Ask {
    let space = stage.space();
    let page = page(stage, &space);
    let path = format!("/session/research/pages/{page}/comments");
    let comment = stage.made_in(&space, &path, &json!({ "body": "Is the bridge in it?" }));
    Ask::by(stage.asker(space.member(role))).within(&space).at(page).at(comment)
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_comments_and_inboxes() {
    matrix::keep(stage(), REQUESTS);
}
