//! The lists of the workspace, walked by cursor while others add to them.

use super::support::{Desk, MADE_AT, Seat};
use crate::organizations::house::{execute, server};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

/// The rows of a list by kind and number.
fn rows(body: &Json, list: &str) -> Vec<String> {
    let rows = body[list].as_array().unwrap_or_else(|| panic!("{list}: {body}"));
    // A thread is told by its first comment.
    let id = |row: &Json| if row["id"].is_null() { row["comment"]["id"].clone() } else { row["id"].clone() };
    rows.iter().map(|row| format!("{} {}", row["kind"].as_str().unwrap_or("row"), id(row))).collect()
}

/// Walks the list two rows at a time, with one more row before each step: what was there before comes once each, in its order.
#[track_caller]
fn hold(reader: &Seat, path: &str, list: &str, mut add: impl FnMut()) {
    let before = rows(&reader.read(&format!("{path}?limit=500")), list);
    assert!(before.len() >= 5, "{path}: {before:?}");
    let (mut seen, mut next) = (Vec::new(), format!("{path}?limit=2"));
    loop {
        let part = reader.read(&next);
        seen.extend(rows(&part, list));
        let Some(cursor) = part["next_cursor"].as_str() else { break };
        add();
        next = format!("{path}?limit=2&cursor={cursor}");
    }
    for row in &seen {
        assert_eq!(seen.iter().filter(|other| *other == row).count(), 1, "{path}: {row} of {seen:?}");
    }
    seen.retain(|row| before.contains(row));
    assert_eq!(seen, before, "{path}");
}

/// Sets a time of a row.
fn at(table: &str, column: &str, id: i64, microseconds: i64) {
    let sql = format!("UPDATE {table} SET {column} = $2 WHERE id = $1");
    assert_eq!(execute(server(), &sql, &[Value::Int64(id), Value::Timestamp(microseconds)]), 1);
}

#[test]
fn each_list_of_the_workspace_gives_each_row_once_while_rows_are_added() {
    let mut desk = Desk::new();
    let mut editor = std::mem::replace(&mut desk.editor, Seat::new("Nobody"));
    let (project, page, _) = desk.page_with_blocks();
    let today = jiff::Timestamp::now().as_microsecond();
    for number in 0..5 {
        desk.page(project, &format!("Page {number}"));
        at("research_pages", "trashed_at", desk.page(project, &format!("Thrown away {number}")), today);
        at("research_projects", "trashed_at", desk.project(&format!("Thrown away {number}")), today);
        let path = format!("/session/research/pages/{page}");
        editor.does("POST", &format!("{path}/page-versions"), &json!({ "name": format!("version {number}") }));
        editor.does("POST", &format!("{path}/comments"), &json!({ "body": format!("Comment {number}") }));
    }
    let desk = desk;
    let added_page = || at("research_pages", "created_at", desk.page(project, "Added"), MADE_AT + 1_000_000);
    hold(&desk.viewer, &format!("/session/research/projects/{project}"), "pages", added_page);
    hold(&desk.owner, "/session/saved_items/destinations", "pages", added_page);
    hold(&desk.owner, "/session/research/trash", "trash", || {
        at("research_pages", "trashed_at", desk.page(project, "Thrown away meanwhile"), today + 1_000_000);
    });
    let of_page = format!("/session/research/pages/{page}");
    let mut number = 0;
    let mut write = |path: &str, member: &str| {
        number += 1;
        editor.does("POST", &format!("{of_page}/{path}"), &json!({ member: format!("Added {number}") }));
    };
    hold(&desk.viewer, &format!("{of_page}/history"), "versions", || write("page-versions", "name"));
    hold(&desk.viewer, &format!("{of_page}/comments"), "comments", || write("comments", "body"));
    hold(&desk.viewer, &format!("{of_page}/threads"), "threads", || write("comments", "body"));
}
