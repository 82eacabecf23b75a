//! The workspace through a key: as the member who minted it, in that member's spaces and in no others.

use super::support::{Desk, Seat};
use crate::organizations::house::server;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

fn ask(key: &str, method: &str, path: &str, body: &Json) -> Answer {
    let headers = [("authorization", key), ("content-type", "application/json")];
    match method {
        "GET" => server().send(method, path, &headers[..1]),
        _ => server().send_body(method, path, &headers, body.to_string().as_bytes()),
    }
}

const SCOPES: [&str; 2] = ["read", "research:write"];

fn ids(list: &Json, name: &str) -> Vec<i64> {
    list[name].as_array().expect("a list").iter().filter_map(|thing| thing["id"].as_i64()).collect()
}

#[test]
fn a_key_does_what_its_member_may_and_no_more() {
    let mut desk = Desk::new();
    let (project, page, [_, paragraph]) = desk.page_with_blocks();
    let path = format!("/research/pages/{page}");
    let [owner, editor, viewer, outsider] =
        [&mut desk.owner, &mut desk.editor, &mut desk.viewer, &mut desk.outsider].map(|seat| seat.key(&SCOPES));
    let new = json!({ "project_id": project, "title": "By key", "tags": ["Aave"] });
    let made = ask(&editor, "POST", "/research/pages", &new);
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!((&made.json()["created_by"]["name"], &made.json()["tags"]), (&json!("Edith"), &json!(["aave"])));
    let change = json!({ "status": "final" });
    let (document, blocks) = (format!("{path}/document"), format!("{path}/blocks"));
    let (emptied, block) = (json!({ "base_version": 0, "blocks": [] }), json!({ "kind": "paragraph", "body": "Mine" }));
    for (key, method, path, body, status) in [
        (&outsider, "GET", &document, &json!({}), 404),
        (&outsider, "PUT", &document, &emptied, 404),
        (&outsider, "POST", &blocks, &block, 404),
        (&viewer, "PUT", &document, &emptied, 403),
        (&viewer, "POST", &blocks, &block, 403),
    ] {
        let answer = ask(key, method, path, body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
    }
    let read = ask(&viewer, "GET", &document, &json!({}));
    assert_eq!((read.status, read.json()["blocks"].as_array().map(Vec::len)), (200, Some(2)), "{}", read.text);
    for (key, method, path, body, status) in [
        (&outsider, "GET", path.as_str(), &json!({}), 404),
        (&outsider, "POST", "/research/pages", &new, 404),
        (&outsider, "PATCH", &path, &change, 404),
        (&outsider, "DELETE", &path, &json!({}), 404),
        (&viewer, "POST", "/research/pages", &new, 403),
        (&viewer, "PATCH", &path, &change, 403),
        (&editor, "DELETE", &path, &json!({}), 403),
        (&viewer, "GET", &path, &json!({}), 200),
        (&editor, "PATCH", &path, &change, 200),
        (&owner, "DELETE", &path, &json!({}), 204),
        (&owner, "DELETE", &path, &json!({}), 204),
        (&viewer, "GET", &path, &json!({}), 409),
    ] {
        let answer = ask(key, method, path, body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        if (method, status) == ("GET", 200) {
            let seen = answer.json();
            assert_eq!((&seen["role"], &seen["blocks"][1]["id"]), (&json!("viewer"), &json!(paragraph)), "{seen}");
        }
    }
    assert_eq!(
        ids(&ask(&viewer, "GET", "/research/pages", &json!({})).json(), "pages"),
        [made.json()["id"].as_i64().expect("an id")]
    );
    assert_eq!(ids(&ask(&viewer, "GET", "/research/projects", &json!({})).json(), "projects"), [project]);
    for (path, name) in [("/research/pages", "pages"), ("/research/projects", "projects")] {
        assert_eq!(ids(&ask(&outsider, "GET", path, &json!({})).json(), name), Vec::<i64>::new());
    }
    desk.trash("research_projects", project);
    assert_eq!(ids(&ask(&viewer, "GET", "/research/pages", &json!({})).json(), "pages"), Vec::<i64>::new());
    assert_eq!(ask(&editor, "POST", "/research/pages", &new).status, 409);
}

/// Reads a list through, while one more row is added after each page; the ids in order.
fn walk(seat: &mut Seat, first: &str, name: &str, mut add: impl FnMut()) -> Vec<i64> {
    let key = seat.key(&SCOPES);
    let (mut path, mut seen) = (first.to_owned(), Vec::new());
    for _ in 0..20 {
        let answer = ask(&key, "GET", &path, &json!({}));
        assert_eq!(answer.status, 200, "{}", answer.text);
        seen.extend(ids(&answer.json(), name));
        let link = answer.header("link").to_owned();
        let Some(cursor) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            assert_eq!(link, "");
            return seen;
        };
        assert!(link.contains(&cursor) && link.contains("rel=\"next\""), "{link}");
        add();
        path = format!("{first}&cursor={cursor}");
    }
    panic!("the list does not end: {seen:?}");
}

#[test]
fn lists_give_each_row_once_the_newest_first_while_rows_are_added() {
    let desk = Desk::new();
    let project = desk.project("First");
    let pages: Vec<i64> = (0..7).map(|number| desk.page(project, &format!("Page {number}"))).collect();
    let mut projects: Vec<i64> = (0..4).map(|number| desk.project(&format!("Project {number}"))).collect();
    projects.insert(0, project);
    let Desk { space, owner, editor, commenter, viewer, outsider } = desk;
    let adder = Desk { space, owner, editor, commenter, viewer: Seat::new("Adam"), outsider };
    let mut viewer = viewer;
    // All were made in the same microsecond, so the ids decide.
    let newest_first = |ids: &[i64]| ids.iter().rev().copied().collect::<Vec<_>>();
    let seen = walk(&mut viewer, "/research/pages?limit=3", "pages", || {
        let page = adder.page(project, "Added");
        let newer = "UPDATE research_pages SET created_at = created_at + 1000 WHERE id = $1";
        crate::organizations::house::execute(server(), newer, &[quarry::stores::result_set::Value::Int64(page)]);
    });
    assert_eq!(seen, newest_first(&pages));
    let seen = walk(&mut viewer, "/research/projects?limit=2", "projects", || {
        let project = adder.project("Added");
        let newer = "UPDATE research_projects SET created_at = created_at + 1000 WHERE id = $1";
        crate::organizations::house::execute(server(), newer, &[quarry::stores::result_set::Value::Int64(project)]);
    });
    assert_eq!(seen, newest_first(&projects));
}
