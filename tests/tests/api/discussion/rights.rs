//! Who may comment, resolve and remove; by key as the member who minted it.

use super::{Seat, Table, bodies, comments, execute, threads};
use crate::organizations::house::{House, server};
use crate::spaces::refused;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

#[test]
fn viewers_read_commenters_write_and_others_see_nothing() {
    let mut table = Table::new();
    let [mut viewer, mut ada] = [table.member("Vera", "viewer"), table.member("Ada", "commenter")];
    let mut stranger = Seat::new("Eve");
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "Why?" }));
    assert_eq!(viewer.read(&comments(page))["comments"], json!([first]));
    let path = format!("{}/{}", comments(page), first["id"]);
    let deeds = [("POST", comments(page)), ("PATCH", format!("{path}/resolve")), ("PATCH", format!("{path}/reopen"))];
    for (method, path) in &deeds {
        let body = json!({ "body": "I, too." });
        refused(&viewer.write(method, path, &body), 403, "forbidden", None);
        refused(&stranger.write(method, path, &body), 404, "not_found", None);
    }
    refused(&table.maker.write("DELETE", &path, &json!({})), 403, "forbidden", None);
    refused(&stranger.write("DELETE", &path, &json!({})), 404, "not_found", None);
    for path in [comments(page), threads(page)] {
        assert_eq!(stranger.browser.get(&path).status, 404);
    }
    assert_eq!(json!(bodies(&ada, page)), json!(["Why?"]));
    // Somebody who became a viewer still removes their own.
    execute(
        "UPDATE space_members SET role = 'viewer' WHERE space_id = $1 AND user_id = $2",
        &[table.space, ada.person.id],
    );
    ada.removes(page, &first);
}

#[test]
fn a_comment_of_another_page_is_not_reached_through_this_one() {
    let mut table = Table::new();
    let (page, elsewhere) = (table.page, table.page());
    let there = table.maker.says(elsewhere, &json!({ "body": "There." }));
    let path = format!("{}/{}", comments(page), there["id"]);
    for (method, path) in
        [("PATCH", format!("{path}/resolve")), ("PATCH", format!("{path}/reopen")), ("DELETE", path.clone())]
    {
        refused(&table.maker.write(method, &path, &json!({})), 404, "not_found", None);
    }
    let listed = table.maker.read(&comments(elsewhere));
    assert_eq!(listed["comments"], json!([there]));
}

#[test]
fn a_page_in_the_trash_takes_no_comment() {
    let mut table = Table::new();
    let page = table.page;
    let first = table.maker.says(page, &json!({ "body": "Why?" }));
    execute("UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[page]);
    let path = format!("{}/{}", comments(page), first["id"]);
    for (method, path) in [
        ("POST", comments(page)),
        ("PATCH", format!("{path}/resolve")),
        ("PATCH", format!("{path}/reopen")),
        ("DELETE", path),
    ] {
        refused(&table.maker.write(method, &path, &json!({ "body": "So." })), 409, "page_in_trash", None);
    }
    execute("UPDATE research_pages SET trashed_at = NULL WHERE id = $1", &[page]);
    assert_eq!(json!(bodies(&table.maker, page)), json!(["Why?"]));
}

fn by_key(key: &str, page: i64, repetition: &str, body: &Json) -> Answer {
    let bearer = format!("Bearer {key}");
    let headers =
        [("authorization", bearer.as_str()), ("content-type", "application/json"), ("idempotency-key", repetition)];
    let path = format!("/research/pages/{page}/comments");
    server().send_body("POST", &path, &headers, body.to_string().as_bytes())
}

#[test]
fn a_key_comments_once_as_the_member_who_minted_it() {
    let table = Table::new();
    let page = table.page;
    let house = House::new(server());
    table.join(house.owner.id, "commenter");
    let mut owner = house.owner.browser(server());
    let minted = owner.write(
        "POST",
        &house.path("/api_keys"),
        &json!({ "name": "notebook", "scopes": ["read", "research:write"] }),
    );
    let key = minted.json()["secret"].as_str().unwrap_or_else(|| panic!("{}", minted.text)).to_owned();
    let repetition = format!("comment-{page}");
    let body = json!({ "body": "By key.", "mentions": [table.maker.person.id] });
    let first = by_key(&key, page, &repetition, &body);
    assert_eq!(first.status, 201, "{}", first.text);
    assert_eq!(first.json()["author"], json!({ "id": house.owner.id, "name": "Olga" }));
    let again = by_key(&key, page, &repetition, &body);
    assert_eq!((again.status, again.json()["id"].clone()), (201, first.json()["id"].clone()));
    let listed = server().get_with_key(&format!("/research/pages/{page}/comments"), &key);
    assert_eq!((listed.status, &listed.json()["comments"]), (200, &json!([first.json()])), "{}", listed.text);
    assert_eq!(table.maker.inbox().len(), 1);
    // The key does what the member may do now.
    execute(
        "UPDATE space_members SET role = 'viewer' WHERE space_id = $1 AND user_id = $2",
        &[table.space, house.owner.id],
    );
    assert_eq!(by_key(&key, page, "later", &body).status, 403);
    execute("DELETE FROM space_members WHERE space_id = $1 AND user_id = $2", &[table.space, house.owner.id]);
    assert_eq!(by_key(&key, page, "last", &body).status, 404);
    assert_eq!(server().get_with_key(&format!("/research/pages/{page}/comments"), &key).status, 404);
    assert_eq!(json!(bodies(&table.maker, page)), json!(["By key."]));
}
