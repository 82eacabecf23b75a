//! Documents that programs write with a key, as the member who minted it.

use super::document_support::{bodies, changed, good, new, page_in, save, version_of};
use crate::organizations::house::{House, Person, server};
use crate::spaces::{add, shared};
use quarry_tests::browser::Browser;
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

/// A page of a new house's owner, and a key that writes there.
fn page_and_key(house: &House, owner: &mut Browser<'_>) -> (i64, String) {
    let space = shared(owner, "Harbour");
    let body = json!({ "name": "notebook", "scopes": ["read", "research:write"], "ip_allow_list": [] });
    let minted = owner.write("POST", &house.path("/api_keys"), &body).json();
    (page_in(server(), space), minted["secret"].as_str().unwrap_or_else(|| panic!("{minted}")).to_owned())
}

#[test]
fn a_save_that_is_sent_again_with_its_key_writes_nothing_whatever_others_wrote_since() {
    let house = House::new(server());
    let mut owner = house.owner.browser(server());
    let (page, key) = page_and_key(&house, &mut owner);
    let document = format!("/research/pages/{page}/document");
    let sent = json!({ "base_version": 0, "blocks": [new("a", "one"), new("b", "two")] });
    let first = send("PUT", &document, &key, "put-1", &sent);
    let made = good(&first);
    // Somebody changes the one block and removes the other.
    let theirs = good(&save(&mut owner, page, version_of(&made), &json!([changed(&made, 0, "one, by hand")[0]])));
    let again = send("PUT", &document, &key, "put-1", &sent);
    assert_eq!((again.status, &again.text, again.header("idempotent-replayed")), (200, &first.text, "true"));
    let read = good(&server().get_with_key(&document, &key));
    assert_eq!((bodies(&read), version_of(&read)), (vec!["one, by hand".to_owned()], version_of(&theirs)));
    let other = json!({ "base_version": 0, "blocks": [] });
    assert_eq!(send("PUT", &document, &key, "put-1", &other).json()["parameter"], json!("Idempotency-Key"));
}

#[test]
fn the_answer_of_a_long_save_is_not_kept_and_the_save_is_made_once_all_the_same() {
    let house = House::new(server());
    let (page, key) = page_and_key(&house, &mut house.owner.browser(server()));
    let document = format!("/research/pages/{page}/document");
    let many: Vec<Json> = (0..5).map(|number| new(&format!("m{number}"), &"x".repeat(60_000))).collect();
    let sent = json!({ "base_version": 0, "blocks": many });
    let first = good(&send("PUT", &document, &key, "long", &sent));
    let again = send("PUT", &document, &key, "long", &sent);
    assert_eq!((again.status, again.code().as_str()), (409, "answer_not_kept"), "{}", again.text);
    assert_eq!(version_of(&good(&server().get_with_key(&document, &key))), version_of(&first));
}

#[test]
fn a_key_reads_writes_and_appends_as_its_member_and_a_repetition_appends_nothing_twice() {
    let house = House::new(server());
    let mut owner = house.owner.browser(server());
    let (page, key) = page_and_key(&house, &mut owner);
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
