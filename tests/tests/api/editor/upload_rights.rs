//! Links by which files are sent: they end with the right of the person who asked for them.

use super::files::{PNG, file, objects, send};
use super::{Desk, good, integer, join};
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn signed(desk: &mut Desk) -> Json {
    good(&desk.post("uploads", &file("chart.png", "image/png", PNG)), 201)
}

/// An answer without what tells one request from another.
fn told(answer: &Answer) -> (u16, String, String) {
    (answer.status, answer.code(), answer.detail())
}

/// What somebody is told who never had a link.
fn of_no_link() -> (u16, String, String) {
    let answer = shared().send_body("PUT", "/objects/AAAA", &[("content-type", "image/png")], PNG);
    assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{}", answer.text);
    told(&answer)
}

/// Changes to what the editor of a desk is, each with a name.
const CHANGES: [(&str, &str); 5] = [
    ("removed from the space", "DELETE FROM space_members WHERE space_id = $1 AND user_id = $2"),
    ("a viewer by now", "UPDATE space_members SET role = 'viewer' WHERE space_id = $1 AND user_id = $2"),
    ("disabled", "UPDATE users SET disabled_at = $1 WHERE id = $2"),
    ("removed from the organization", "DELETE FROM memberships WHERE CAST($1 AS BIGINT) > 0 AND user_id = $2"),
    ("without the page", "UPDATE research_pages SET trashed_at = 1 WHERE space_id = $1 AND CAST($2 AS BIGINT) > 0"),
];

#[test]
fn a_link_to_send_a_file_ends_with_the_right_of_whoever_asked_for_it() {
    for (change, sql) in CHANGES {
        let mut desk = Desk::new();
        let link = signed(&mut desk);
        assert_eq!(execute(shared(), sql, &[integer(desk.space), integer(desk.editor.id)]), 1, "{change}");
        let sent = send(&link, "image/png", PNG);
        assert_eq!(told(&sent), of_no_link(), "{change}: {}", sent.text);
        // Also what the link would have refused says nothing else.
        assert_eq!(told(&send(&link, "text/html", b"<script>")), of_no_link(), "{change}");
        assert_eq!(objects(link["id"].as_i64().expect("an id")), 0, "{change}: nothing is stored");
    }
}

#[test]
fn a_link_to_send_a_file_goes_on_while_whoever_asked_for_it_may() {
    let mut desk = Desk::new();
    let (kept, returned) = (signed(&mut desk), signed(&mut desk));
    let role = |role: &str| {
        let sql = "UPDATE space_members SET role = $3 WHERE space_id = $1 AND user_id = $2";
        execute(shared(), sql, &[integer(desk.space), integer(desk.editor.id), Value::Text(role.to_owned())]);
    };
    role("viewer");
    assert_eq!(send(&returned, "image/png", PNG).status, 404);
    role("owner");
    for link in [&kept, &returned] {
        assert_eq!(send(link, "image/png", PNG).status, 204, "an owner may what an editor may");
    }
}

#[test]
fn a_member_who_stays_sends_files_when_another_was_removed() {
    let mut desk = Desk::new();
    let other = Person::new(shared(), "Otto");
    join(desk.space, &other, "editor");
    let mut theirs = other.browser(shared());
    let path = desk.path("uploads");
    let of_other = good(&theirs.write("POST", &path, &file("theirs.png", "image/png", PNG)), 201);
    let of_editor = signed(&mut desk);
    execute(
        shared(),
        "DELETE FROM space_members WHERE space_id = $1 AND user_id = $2",
        &[integer(desk.space), integer(desk.editor.id)],
    );
    assert_eq!(send(&of_editor, "image/png", PNG).status, 404);
    assert_eq!(send(&of_other, "image/png", PNG).status, 204);
}

#[test]
fn a_file_whose_sender_is_removed_while_it_comes_is_not_stored() {
    let mut desk = Desk::new();
    let large = good(
        &desk.post("uploads", &json!({ "file_name": "a.png", "media_type": "image/png", "size_bytes": 4 << 20 })),
        201,
    );
    let url = large["url"].as_str().expect("a link");
    let bytes = [PNG, vec![7; (2 << 20) - PNG.len()].as_slice()].concat();
    let address = shared().base_url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time limit");
    let head = format!(
        "PUT {url} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        bytes.len()
    );
    let (first, rest) = bytes.split_at(1 << 20);
    stream.write_all(head.as_bytes()).expect("the head is sent");
    stream.write_all(first).expect("the beginning is sent");
    // The host has asked whether its sender may by then, and waits for the rest.
    std::thread::sleep(Duration::from_millis(500));
    execute(
        shared(),
        "DELETE FROM space_members WHERE space_id = $1 AND user_id = $2",
        &[integer(desk.space), integer(desk.editor.id)],
    );
    stream.write_all(rest).expect("the rest is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("not_found"), "{answer}");
    assert_eq!(objects(large["id"].as_i64().expect("an id")), 0, "nothing is stored");
}
