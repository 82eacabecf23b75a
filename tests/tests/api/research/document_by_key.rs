//! Documents that programs write with a key, as the member who minted it.

use super::document_support::{bodies, good, new, page_in};
use crate::organizations::house::{House, Person, server};
use crate::spaces::{add, shared};
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

fn send(method: &str, path: &str, key: &str, idempotency_key: &str, body: &Json) -> Answer {
    let headers = [
        ("content-type", "application/json"),
        ("authorization", &format!("Bearer {key}")),
        ("idempotency-key", idempotency_key),
    ];
    server().send_body(method, path, &headers, body.to_string().as_bytes())
}

#[test]
fn a_key_reads_writes_and_appends_as_its_member_and_a_repetition_appends_nothing_twice() {
    let house = House::new(server());
    let mut owner = house.owner.browser(server());
    let space = shared(&mut owner, "Harbour");
    let page = page_in(server(), space);
    let body = json!({ "name": "notebook", "scopes": ["read", "research:write"], "ip_allow_list": [] });
    let minted = owner.write("POST", &house.path("/api_keys"), &body).json();
    let key = minted["secret"].as_str().unwrap_or_else(|| panic!("{minted}")).to_owned();
    let document = format!("/research/pages/{page}/document");
    let sent = json!({ "base_version": 0, "blocks": [new("a", "one"), new("b", "two")] });
    let first = good(&send("PUT", &document, &key, "put-1", &sent));
    assert_eq!(first["document_version"], json!(1));
    assert_eq!(good(&send("PUT", &document, &key, "put-1", &sent))["ids"], first["ids"]);
    let append = format!("/research/pages/{page}/blocks");
    let block = json!({ "kind": "heading", "body": "Three", "attrs": { "level": 1 } });
    let appended: Vec<Json> = (0..2).map(|_| good(&send("POST", &append, &key, "append-1", &block))).collect();
    assert_eq!(appended[0], appended[1]);
    assert_eq!((&appended[0]["document_version"], &appended[0]["block"]["position"]), (&json!(2), &json!(2)));
    let wrong = send("POST", &append, &key, "append-2", &json!({ "kind": "heading", "body": "Four" }));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "validation_failed"), "{}", wrong.text);
    let read = good(&server().get_with_key(&document, &key));
    assert_eq!(
        (bodies(&read), &read["document_version"]),
        (vec!["one".into(), "two".into(), "Three".into()], &json!(2))
    );
    // In a space in which the member may only read, the key may only read too.
    let other = Person::new(server(), "Nora");
    let mut nora = other.browser(server());
    let theirs = crate::spaces::settled("Otto");
    let mut otto = theirs.1;
    let foreign = shared(&mut otto, "Quay");
    let page = page_in(server(), foreign);
    let path = format!("/research/pages/{page}/blocks");
    assert_eq!(send("POST", &path, &key, "foreign-1", &block).status, 404);
    add(&mut otto, foreign, &house.owner, "viewer");
    assert_eq!(send("POST", &path, &key, "foreign-2", &block).status, 403);
    assert_eq!(server().get_with_key(&format!("/research/pages/{page}/document"), &key).status, 200);
    assert_eq!(nora.write("PUT", &format!("/session/research/pages/{page}/document"), &sent).status, 404);
}
