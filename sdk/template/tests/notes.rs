//! The notes as a client meets them. Run these by `quarry plugin test`.

use quarry_testkit::{Sandbox, json, snapshot};

#[test]
fn a_note_that_was_written_is_listed() {
    let sandbox = Sandbox::with().clock("2026-01-31T12:00:00Z").start();
    let key = sandbox.key();
    let note = json!({ "title": "Depeg of March", "text": "Began with a large swap." });
    key.post("/field-notes/notes", &note).expect_status(200);
    let listed = key.get("/field-notes/notes?start=Depeg").expect_status(200).json();
    snapshot::assert("a_note_that_was_written_is_listed", &listed);
}

#[test]
fn notes_that_are_there_come_page_by_page() {
    let sandbox = Sandbox::start();
    let rows: Vec<_> = ["a", "b", "c"]
        .into_iter()
        .map(|title| {
            json!({ "organization_id": sandbox.organization_id(), "title": title, "text": "", "written_at": 0 })
        })
        .collect();
    sandbox.insert("field_notes__notes", &rows);
    let notes = sandbox.key().walk("/field-notes/notes?limit=2", "notes");
    let titles: Vec<_> = notes.iter().map(|note| note["title"].as_str().unwrap_or_default()).collect();
    assert_eq!(titles, ["a", "b", "c"]);
}

#[test]
fn a_title_that_is_too_long_is_refused_by_name() {
    let sandbox = Sandbox::start();
    let note = json!({ "title": "x".repeat(121), "text": "" });
    let refused = sandbox.key().post("/field-notes/notes", &note).expect_status(422);
    assert_eq!(refused.code(), "validation_failed");
    assert!(refused.json()["fields"]["title"].is_string(), "{}", refused.text);
}

#[test]
fn nobody_else_may_ask() {
    let sandbox = Sandbox::start();
    sandbox.nobody().get("/field-notes/notes").expect_status(401);
    sandbox.read_key().post("/field-notes/notes", &json!({ "title": "a", "text": "" })).expect_status(403);
}
