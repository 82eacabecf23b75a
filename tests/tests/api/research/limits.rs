//! The bounds of a workspace: one more is refused by its own code, and changes nothing.

use super::support::{Desk, MADE_AT, count};
use crate::organizations::house::{execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::json;

/// Adds rows by a statement that reads the numbers from 1 to `$1`, the space being `$2` and the time `$3`.
fn fill(desk: &Desk, rows: i64, sql: &str) {
    let numbers = "WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < $1)";
    let values = [Value::Int64(rows), Value::Int64(desk.space), Value::Timestamp(MADE_AT)];
    execute(server(), &format!("{numbers} {sql}"), &values);
}

#[test]
fn a_space_has_at_most_500_projects_and_100_templates() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let templates = format!("/session/research/pages/{page}/templates");
    fill(
        &desk,
        498,
        "INSERT INTO research_projects (space_id, name, created_at, updated_at) SELECT $2, 'x', $3, $3 FROM place",
    );
    fill(
        &desk,
        99,
        "INSERT INTO research_templates (space_id, name, blocks, block_count, created_at)
                     SELECT $2, 'x', '[]', 0, $3 FROM place",
    );
    for (path, code) in [("/session/research/projects", "too_many_projects"), (&templates, "too_many_templates")] {
        desk.owner.does("POST", path, &json!({ "name": "The last" }));
        refused(&desk.owner.write("POST", path, &json!({ "name": "One more" })), 422, code, None);
    }
    assert_eq!(desk.owner.read("/session/research")["projects"].as_array().map(Vec::len), Some(500));
}

#[test]
fn a_project_has_at_most_500_folders_8_deep_and_5000_pages() {
    let mut desk = Desk::new();
    let project = desk.project("Full");
    let path = format!("/session/research/projects/{project}");
    let mut parent = json!(null);
    for depth in 1..=8 {
        let made =
            desk.editor.does("POST", &format!("{path}/folders"), &json!({ "name": "x", "parent_folder_id": parent }));
        assert!(made["id"].is_i64(), "{depth}: {made}");
        parent = made["id"].clone();
    }
    let ninth =
        desk.editor.write("POST", &format!("{path}/folders"), &json!({ "name": "x", "parent_folder_id": parent }));
    refused(&ninth, 422, "folder_too_deep", None);
    let (folders, pages) = (
        format!(
            "INSERT INTO research_folders (space_id, project_id, name, created_at) SELECT $2, {project}, 'x', $3 FROM place"
        ),
        format!(
            "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
             SELECT $2, {project}, 'x', $3 + number, $3 FROM place"
        ),
    );
    fill(&desk, 491, &folders);
    fill(&desk, 4_999, &pages);
    for (path, new, code) in [
        (format!("{path}/folders"), json!({ "name": "x" }), "too_many_folders"),
        (format!("{path}/pages"), json!({ "title": "x" }), "too_many_pages"),
    ] {
        desk.editor.does("POST", &path, &new);
        refused(&desk.editor.write("POST", &path, &new), 422, code, None);
    }
    let (mut read, mut next) = (0, path.clone());
    loop {
        let seen = desk.viewer.read(&next);
        read += seen["pages"].as_array().map_or(0, Vec::len);
        match seen["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}?cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(read, 5_000);
}

#[test]
fn texts_and_tags_have_their_lengths() {
    let mut desk = Desk::new();
    let project = desk.project("Lengths");
    let path = format!("/session/research/projects/{project}/pages");
    let tags = |number: usize, length: usize| -> Vec<String> {
        (0..number).map(|place| format!("{place:0length$}")).collect()
    };
    let longest = json!({ "title": "x".repeat(200), "finding": "x".repeat(300), "tags": tags(20, 60) });
    let made = desk.editor.does("POST", &path, &longest);
    assert_eq!(made["tags"].as_array().map(Vec::len), Some(20));
    let before = count("research_pages");
    for (member, value) in [
        ("title", json!("x".repeat(201))),
        ("title", json!("  ")),
        ("finding", json!("x".repeat(301))),
        ("tags", json!(tags(21, 2))),
        ("folder_id", json!(made["id"])),
    ] {
        let mut new = json!({ "title": "x" });
        new[member] = value;
        refused(&desk.editor.write("POST", &path, &new), 422, "validation_failed", Some(member));
    }
    for tag in ["x".repeat(61), String::new()] {
        let answer = desk.editor.write("POST", &path, &json!({ "title": "x", "tags": [tag] }));
        assert_eq!((answer.status, answer.code().as_str()), (422, "validation_failed"), "{}", answer.text);
    }
    refused(
        &desk.editor.write("POST", &path, &json!({ "title": "x", "tags": ["#"] })),
        422,
        "validation_failed",
        Some("tags"),
    );
    refused(
        &desk.editor.write("POST", &path, &json!({ "title": "x", "status": "done" })),
        422,
        "validation_failed",
        Some("status"),
    );
    let projects = desk.editor.write("POST", "/session/research/projects", &json!({ "name": "x".repeat(121) }));
    refused(&projects, 422, "validation_failed", Some("name"));
    assert!(count("research_pages") >= before);
}
