//! The trash: what is put there comes back as it was, for 30 days, and then leaves nothing behind.

use super::support::{Desk, MADE_AT, Seat, number, run_job, text};
use crate::organizations::house::{execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn page(id: i64) -> String {
    format!("/session/research/pages/{id}")
}

fn project(id: i64) -> String {
    format!("/session/research/projects/{id}")
}

/// Kind and id of all that the trash shows.
fn trash(desk: &Desk) -> Vec<(String, i64)> {
    let seen = desk.owner.read("/session/research/trash");
    assert_eq!((&seen["kept_days"], &seen["space_id"]), (&json!(30), &json!(desk.space)), "{seen}");
    let things = seen["trash"].as_array().expect("a list").iter();
    things
        .map(|thing| (thing["kind"].as_str().expect("a kind").to_owned(), thing["id"].as_i64().expect("an id")))
        .collect()
}

/// By kind of the things that the trash shows somebody, whether they may restore them.
fn restorable(seat: &Seat) -> BTreeMap<String, bool> {
    let seen = seat.read("/session/research/trash");
    let things = seen["trash"].as_array().expect("a list").iter();
    things.map(|thing| (thing["kind"].as_str().expect("a kind").to_owned(), thing["can_restore"] == true)).collect()
}

#[test]
fn a_page_in_the_trash_is_out_of_the_tree_and_comes_back_as_it_was() {
    let mut desk = Desk::new();
    let (parent, id, _) = desk.page_with_blocks();
    let before = desk.editor.read(&page(id));
    refused(&desk.editor.write("DELETE", &page(id), &json!({})), 403, "forbidden", None);
    desk.owner.does("DELETE", &page(id), &json!({}));
    desk.owner.does("DELETE", &page(id), &json!({}));
    assert_eq!(trash(&desk), [("page".to_owned(), id)]);
    assert_eq!(desk.editor.read(&project(parent))["pages"], json!([]));
    assert_eq!(desk.owner.read("/session/research")["counts"]["pages"], json!(0));
    for (method, path) in [("PATCH", page(id)), ("POST", page(id) + "/templates")] {
        let answer = desk.editor.write(method, &path, &json!({ "title": "Mine", "name": "Mine" }));
        refused(&answer, 409, "page_in_trash", None);
    }
    refused(&desk.editor.get(&page(id)), 409, "page_in_trash", None);
    desk.editor.does("PATCH", &(page(id) + "/restore"), &json!({}));
    assert_eq!(desk.editor.read(&page(id)), before);
    assert_eq!(trash(&desk), []);
}

#[test]
fn a_project_in_the_trash_takes_its_pages_along_and_brings_them_back() {
    let mut desk = Desk::new();
    let (id, kept, _) = desk.page_with_blocks();
    let discarded = desk.page(id, "Discarded");
    desk.owner.does("DELETE", &page(discarded), &json!({}));
    let before = desk.editor.read(&project(id));
    refused(&desk.editor.write("DELETE", &project(id), &json!({})), 403, "forbidden", None);
    desk.owner.does("DELETE", &project(id), &json!({}));
    desk.owner.does("DELETE", &project(id), &json!({}));
    assert_eq!(trash(&desk).len(), 2, "a page that was not discarded on its own is not named");
    let space = desk.space;
    desk.editor.works_in(space);
    desk.viewer.works_in(space);
    for (seat, of_page, of_project) in
        [(&desk.owner, true, true), (&desk.editor, true, false), (&desk.viewer, false, false)]
    {
        let expected = BTreeMap::from([("page".to_owned(), of_page), ("project".to_owned(), of_project)]);
        assert_eq!(restorable(seat), expected, "it is said to whom each is offered");
    }
    for answer in [desk.viewer.get(&page(kept)), desk.editor.write("PATCH", &page(kept), &json!({ "title": "Mine" }))] {
        refused(&answer, 409, "page_in_trash", None);
    }
    for (method, path) in [("PATCH", project(id)), ("POST", project(id) + "/folders"), ("POST", project(id) + "/pages")]
    {
        let answer = desk.editor.write(method, &path, &json!({ "name": "Mine", "title": "Mine" }));
        refused(&answer, 409, "project_in_trash", None);
    }
    refused(&desk.viewer.get(&project(id)), 409, "project_in_trash", None);
    let alone = desk.editor.write("PATCH", &(page(discarded) + "/restore"), &json!({}));
    refused(&alone, 409, "parent_in_trash", None);
    refused(&desk.editor.write("PATCH", &(project(id) + "/restore"), &json!({})), 403, "forbidden", None);
    desk.owner.does("PATCH", &(project(id) + "/restore"), &json!({}));
    assert_eq!(desk.editor.read(&project(id))["pages"], before["pages"]);
    assert_eq!(trash(&desk), [("page".to_owned(), discarded)]);
    desk.editor.does("PATCH", &(page(discarded) + "/restore"), &json!({}));
    assert_eq!(desk.editor.read(&project(id))["count"], json!(2));
}

#[test]
fn pages_of_a_deleted_folder_come_back_at_the_root() {
    let mut desk = Desk::new();
    let id = desk.project("Liquidations");
    let outer = desk.folder(id, "Evidence");
    let folders = project(id) + "/folders";
    let inner = desk.editor.does("POST", &folders, &json!({ "name": "Aave", "parent_folder_id": outer }))["id"].clone();
    let mut made = Vec::new();
    for folder in [json!(outer), inner.clone(), Json::Null] {
        let new = json!({ "title": "Borrowers", "folder_id": folder });
        made.push(desk.editor.does("POST", &(project(id) + "/pages"), &new)["id"].as_i64().expect("a number"));
    }
    desk.editor.does("DELETE", &format!("{folders}/{outer}"), &json!({}));
    assert_eq!(desk.editor.write("DELETE", &format!("{folders}/{inner}"), &json!({})).status, 404);
    let seen = desk.editor.read(&project(id));
    assert_eq!((&seen["folders"], &seen["pages"][0]["id"], &seen["count"]), (&json!([]), &json!(made[2]), &json!(1)));
    assert_eq!(trash(&desk).len(), 2);
    for trashed in &made[..2] {
        let back = desk.editor.does("PATCH", &(page(*trashed) + "/restore"), &json!({}));
        assert_eq!(back["folder_id"], Json::Null, "{back}");
    }
}

#[test]
fn after_thirty_days_a_page_is_gone_with_all_that_lay_on_it() {
    let mut desk = Desk::new();
    let (_, old, [block, _]) = desk.page_with_blocks();
    let (thrown, within, _) = desk.page_with_blocks();
    let (_, fresh, _) = desk.page_with_blocks();
    let kept = desk.page(desk.project("Kept"), "Kept");
    describe(&desk, &[old, within, fresh, kept], block);
    for id in [old, fresh] {
        desk.owner.does("DELETE", &page(id), &json!({}));
    }
    desk.owner.does("DELETE", &project(thrown), &json!({}));
    let now = jiff::Timestamp::now().as_microsecond();
    let age = |table: &str, id: i64, hours: i64| {
        let sql = format!("UPDATE {table} SET trashed_at = $2 WHERE id = $1");
        execute(server(), &sql, &[Value::Int64(id), Value::Timestamp(now - hours * 3_600_000_000)]);
    };
    age("research_pages", old, 30 * 24 + 1);
    age("research_projects", thrown, 30 * 24 + 1);
    age("research_pages", fresh, 30 * 24 - 1);
    refused(&desk.owner.write("PATCH", &(page(old) + "/restore"), &json!({})), 404, "not_found", None);
    refused(&desk.owner.write("PATCH", &(project(thrown) + "/restore"), &json!({})), 404, "not_found", None);
    assert_eq!(trash(&desk), [("page".to_owned(), fresh)]);
    run_job("research", "empty_trash", &json!({}));
    for (table, column) in [
        ("research_pages", "id"),
        ("research_blocks", "page_id"),
        ("research_page_tags", "page_id"),
        ("research_comments", "page_id"),
        ("space_property_values", "page_id"),
        ("space_property_values", "related_page_id"),
    ] {
        let sql = format!("SELECT count(*) AS number FROM {table} WHERE {column} IN ($1, $2)");
        assert_eq!(number(&sql, &[Value::Int64(old), Value::Int64(within)]), 0, "{table}.{column}");
        if column == "page_id" {
            assert_ne!(number(&sql, &[Value::Int64(fresh), Value::Int64(fresh)]), 0, "{table}.{column}");
        }
    }
    let sql = "SELECT count(*) AS number FROM research_projects WHERE id = $1";
    assert_eq!(number(sql, &[Value::Int64(thrown)]), 0);
    desk.editor.does("PATCH", &(page(fresh) + "/restore"), &json!({}));
    let values = "SELECT count(*) AS number FROM space_property_values WHERE page_id = $1";
    assert_eq!(number(values, &[Value::Int64(kept)]), 1, "the value that is no relation stays");
}

/// Gives pages a comment, a tag, a text and a relation to the first of them.
fn describe(desk: &Desk, pages: &[i64], block: i64) {
    let (space, made_at) = (Value::Int64(desk.space), Value::Timestamp(MADE_AT));
    let property = |name: &str, kind: &str| {
        let sql = "INSERT INTO space_properties (space_id, name, kind, created_at) VALUES ($1, $2, $3, $4) RETURNING id AS number";
        Value::Int64(number(sql, &[space.clone(), text(name), text(kind), made_at.clone()]))
    };
    let (stage, related) = (property("Stage", "text"), property("Rests on", "relation"));
    for page in pages.iter().map(|page| Value::Int64(*page)) {
        let sql = "INSERT INTO research_comments (page_id, space_id, block_id, body, created_at) VALUES ($1, $2, $3, 'Why?', $4)";
        execute(server(), sql, &[page.clone(), space.clone(), Value::Int64(block), made_at.clone()]);
        let sql = "INSERT INTO research_page_tags (page_id, space_id, tag) VALUES ($1, $2, 'aave')";
        execute(server(), sql, &[page.clone(), space.clone()]);
        let sql = "INSERT INTO space_property_values (property_id, page_id, space_id, kind, text_value) VALUES ($1, $2, $3, 'text', 'x')";
        execute(server(), sql, &[stage.clone(), page.clone(), space.clone()]);
        let sql = "INSERT INTO space_property_values (property_id, page_id, space_id, kind, related_page_id)
                   VALUES ($1, $2, $3, 'relation', $4)";
        execute(server(), sql, &[related.clone(), page, space.clone(), Value::Int64(pages[0])]);
    }
}
