//! Views that people keep: who sees them, who changes them, and what they show when properties go.

use super::shelf::{Shelf, ids};
use crate::organizations::house::{execute, server};
use crate::research::support::Seat;
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

/// The names of the views that somebody sees of the project.
fn names(shelf: &Shelf, seat: &Seat) -> Vec<String> {
    let seen = seat.read(&format!("/session/research/projects/{}", shelf.project));
    let views = seen["views"].as_array().expect("views").iter();
    views.map(|view| view["name"].as_str().expect("a name").to_owned()).collect()
}

fn view(shelf: &Shelf, name: &str, settings: &Json) -> Json {
    json!({ "project_id": shelf.project, "name": name, "layout": "table", "settings": settings })
}

#[test]
fn a_view_is_its_creators_alone_until_it_is_shared() {
    let mut shelf = Shelf::new(3);
    let new = view(&shelf, "Mine", &json!({ "sort": "-title" }));
    let made = shelf.desk.viewer.does("POST", "/session/research/views", &new);
    assert_eq!((&made["is_shared"], &made["created_by"]["name"]), (&json!(false), &json!("Viola")), "{made}");
    let (path, table) = (format!("/session/research/views/{}", made["id"]), shelf.path("table"));
    let by_view = format!("{table}?view_id={}", made["id"]);
    assert_eq!(
        (names(&shelf, &shelf.desk.viewer), names(&shelf, &shelf.desk.owner)),
        (vec!["Mine".to_owned()], vec![])
    );
    assert_eq!(
        ids(&shelf.desk.viewer.read(&by_view)["rows"]),
        ids(&shelf.desk.viewer.read(&format!("{table}?sort=-title"))["rows"])
    );
    // For others it is not there, for an owner neither.
    assert_eq!(shelf.desk.owner.get(&by_view).status, 404);
    for (method, path) in [("DELETE", path.clone()), ("PATCH", format!("{path}/toggle_shared"))] {
        refused(&shelf.desk.owner.write(method, &path, &json!({})), 404, "not_found", None);
    }
    let shared = shelf.desk.viewer.does("PATCH", &format!("{path}/toggle_shared"), &json!({}));
    assert_eq!(shared["is_shared"], json!(true));
    assert_eq!(names(&shelf, &shelf.desk.commenter), ["Mine"]);
    assert_eq!(shelf.desk.owner.get(&by_view).status, 200);
    for (method, path) in [("DELETE", path.clone()), ("PATCH", format!("{path}/toggle_shared"))] {
        refused(&shelf.desk.owner.write(method, &path, &json!({})), 403, "forbidden", None);
        refused(&shelf.desk.outsider.write(method, &path, &json!({})), 404, "not_found", None);
    }
    shelf.desk.viewer.does("PATCH", &format!("{path}/toggle_shared"), &json!({}));
    assert_eq!(names(&shelf, &shelf.desk.owner), Vec::<String>::new());
    shelf.desk.viewer.does("DELETE", &path, &json!({}));
    assert_eq!(names(&shelf, &shelf.desk.viewer), Vec::<String>::new());
    assert_eq!(shelf.desk.viewer.get(&by_view).status, 404);
}

#[test]
fn a_view_of_another_project_is_not_found() {
    let mut shelf = Shelf::new(1);
    let new = view(&shelf, "Mine", &json!({}));
    let made = shelf.desk.viewer.does("POST", "/session/research/views", &new);
    let other = shelf.desk.project("Other");
    let path = format!("/session/research/projects/{other}/table?view_id={}", made["id"]);
    refused(&shelf.desk.viewer.get(&path), 404, "not_found", None);
}

#[test]
fn a_view_still_answers_when_what_it_names_is_gone() {
    let mut shelf = Shelf::new(8);
    let key = |kind: &str| format!("prop.{}", shelf.properties[kind]);
    let settings = json!({
        "group_by": key("select"), "sort": format!("-{}", key("number")), "columns": ["title", key("date"), key("number")],
        "properties": { shelf.properties["select"].to_string(): ["wanted", null], shelf.properties["text"].to_string(): ["Beta"] },
    });
    let new = view(&shelf, "All of it", &settings);
    let made = shelf.desk.viewer.does("POST", "/session/research/views", &new);
    assert_eq!(made["settings"]["properties"], settings["properties"], "{made}");
    let read =
        |shelf: &Shelf, what: &str| shelf.desk.viewer.read(&format!("{}?view_id={}", shelf.path(what), made["id"]));
    let board = read(&shelf, "board");
    assert_eq!(
        (&board["group_by"], &read(&shelf, "table")["columns"][2]["key"]),
        (&json!(key("select")), &json!(key("number")))
    );
    for kind in ["select", "number", "date"] {
        let path = format!("/session/spaces/{}/properties/{}", shelf.desk.space, shelf.properties[kind]);
        shelf.desk.editor.does("DELETE", &path, &json!({}));
    }
    let (board, table) = (read(&shelf, "board"), read(&shelf, "table"));
    assert_eq!(board["group_by"], json!("status"), "{board}");
    let columns: Vec<&Json> =
        table["columns"].as_array().expect("columns").iter().map(|column| &column["key"]).collect();
    assert_eq!(columns, [&json!("title")]);
    // What is still there filters on.
    let texts = format!("prop.{}", shelf.properties["text"]);
    let of_beta =
        shelf.pages.iter().filter(|page| page.cells[&texts].iter().any(|cell| cell.value == json!("Beta"))).count();
    assert_eq!(ids(&table["rows"]).len(), of_beta);
}

#[test]
fn settings_and_parameters_name_fields_that_there_are() {
    let mut shelf = Shelf::new(1);
    let select = shelf.properties["select"];
    for (member, value) in [
        ("group_by", json!("prop.999999999")),
        ("sort", json!("-nothing")),
        ("columns", json!(["title", "finding"])),
        ("properties", json!({ "nothing": ["x"] })),
        ("properties", json!({ shelf.properties["number"].to_string(): ["many"] })),
        ("properties", json!({ "status": [], "title": [], "tags": [], "author": [], "created_at": [] })),
    ] {
        let new = view(&shelf, "Wrong", &json!({ member: value }));
        let answer = shelf.desk.editor.write("POST", "/session/research/views", &new);
        refused(&answer, 422, "validation_failed", Some(&format!("settings.{member}")));
    }
    for query in ["group_by=finding", "sort=-", "columns[]=body", "properties=%7B", "properties=%7B%22status%22:3%7D"] {
        let answer = shelf.desk.viewer.get(&format!("{}?{query}", shelf.path("board")));
        assert_eq!((answer.status, answer.code().as_str()), (422, "invalid_parameter"), "{query}: {}", answer.text);
    }
    // A word that is no option would match no page, in silence.
    for (what, field, option) in [("table", select.to_string(), "gone"), ("board", "status".to_owned(), "gone")] {
        let path = format!("{}?properties=%7B%22{field}%22:[%22{option}%22]%7D", shelf.path(what));
        let unknown = shelf.desk.viewer.get(&path);
        assert_eq!((unknown.status, unknown.code().as_str()), (422, "invalid_parameter"), "{}", unknown.text);
        assert!(unknown.detail().contains("`gone`") && unknown.json()["parameter"] == "properties", "{}", unknown.text);
    }
    let kept = view(&shelf, "Gone", &json!({ "properties": { select.to_string(): ["gone"] } }));
    let answer = shelf.desk.editor.write("POST", "/session/research/views", &kept);
    refused(&answer, 422, "validation_failed", Some("settings.properties"));
}

#[test]
fn no_view_that_is_shared_is_left_out_of_its_project() {
    let mut shelf = Shelf::new(0);
    let numbers =
        "WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < 899)";
    let sql = "INSERT INTO research_views (space_id, project_id, created_by_user_id, name, layout, settings, is_shared, created_at, updated_at)
               SELECT $1, $2, $3, 'x', 'board', '{}', TRUE, 1, 1 FROM place";
    let whose = [shelf.desk.space, shelf.project, shelf.desk.owner.person.id].map(Value::Int64);
    execute(server(), &format!("{numbers} {sql}"), &whose);
    let mut new = view(&shelf, "The last", &json!({}));
    let own = shelf.desk.editor.does("POST", "/session/research/views", &new)["id"].clone();
    new["is_shared"] = json!(true);
    shelf.desk.editor.does("POST", "/session/research/views", &new);
    refused(&shelf.desk.editor.write("POST", "/session/research/views", &new), 422, "too_many_shared_views", None);
    let toggle = format!("/session/research/views/{own}/toggle_shared");
    refused(&shelf.desk.editor.write("PATCH", &toggle, &json!({})), 422, "too_many_shared_views", None);
    let seen = shelf.desk.editor.read(&format!("/session/research/projects/{}", shelf.project));
    assert_eq!(seen["views"].as_array().map(Vec::len), Some(901));
}

#[test]
fn a_person_has_at_most_100_views_of_a_project() {
    let mut shelf = Shelf::new(0);
    let numbers = "WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < 99)";
    let sql = "INSERT INTO research_views (space_id, project_id, created_by_user_id, name, layout, settings, created_at, updated_at)
               SELECT $1, $2, $3, 'x', 'board', '{}', 1, 1 FROM place";
    let whose = [shelf.desk.space, shelf.project, shelf.desk.editor.person.id].map(Value::Int64);
    execute(server(), &format!("{numbers} {sql}"), &whose);
    let new = view(&shelf, "The last", &json!({}));
    shelf.desk.editor.does("POST", "/session/research/views", &new);
    refused(&shelf.desk.editor.write("POST", "/session/research/views", &new), 422, "too_many_views", None);
    shelf.desk.owner.does("POST", "/session/research/views", &new);
}
