//! A space's references, and the public record behind them.

use super::{assert_hashed, settled};
use crate::organizations::house::{House, add_member, texts};
use crate::spaces::{add, refused, shared as shared_space};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn figure(space: i64, label: &str) -> Json {
    json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum", "label": label, "space_id": space })
}

fn cite(browser: &mut Browser<'_>, body: &Json, status: u16) -> Json {
    let answer = browser.write("POST", "/session/citations", body);
    assert_eq!(answer.status, status, "{body}: {}", answer.text);
    answer.json()
}

#[test]
fn the_same_again_is_the_same_citation_in_a_space_and_another_in_another() {
    let (_, mut owner) = settled(shared(), "Olga");
    let (one, other) = (shared_space(&mut owner, "Harbour"), shared_space(&mut owner, "Quay"));
    let first = cite(&mut owner, &figure(one, "Liquidations"), 201);
    assert_hashed(&first);
    assert_eq!(
        (&first["space_id"], &first["label"], &first["verification_state"]),
        (&json!(one), &json!("Liquidations"), &json!("verified"))
    );
    // Its label is not hashed, and stays what it was called first.
    let again = cite(&mut owner, &figure(one, "called otherwise"), 200);
    assert_eq!((&again["id"], &again["hash"], &again["label"]), (&first["id"], &first["hash"], &first["label"]));
    let elsewhere = cite(&mut owner, &figure(other, "there"), 201);
    assert_eq!((&elsewhere["hash"], &elsewhere["label"]), (&first["hash"], &json!("there")));
    assert_ne!(elsewhere["id"], first["id"]);
    // Twenty at once are one.
    let third = shared_space(&mut owner, "Pier");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..20)
            .map(|_| {
                let mut browser = Browser::new(shared());
                (browser.cookie, browser.csrf_token) = (owner.cookie.clone(), owner.csrf_token.clone());
                scope.spawn(move || browser.write("POST", "/session/citations", &figure(third, "at once")).status)
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 201].contains(status)), "{statuses:?}");
}

#[test]
fn a_citation_is_found_in_the_active_space_and_removed_from_it_alone() {
    let (_, mut owner) = settled(shared(), "Olga");
    let space = shared_space(&mut owner, "Harbour");
    let made = cite(&mut owner, &figure(space, "Liquidations"), 201);
    let path = format!("/session/citations/{}", made["id"]);
    // A new space is the active one.
    shared_space(&mut owner, "Quay");
    refused(&owner.write("DELETE", &path, &Json::Null), 404, "not_found", None);
    assert_eq!(owner.get("/session/citations").json()["count"], json!(0));
    let activated = owner.write("POST", &format!("/session/spaces/{space}/activate"), &Json::Null);
    assert!([200, 204].contains(&activated.status), "{}", activated.text);
    let listed = owner.get("/session/citations").json();
    assert_eq!((&listed["count"], &listed["citations"][0]), (&json!(1), &made));
    let hash = made["hash"].as_str().expect("a hash");
    let record = shared().get_keyless(&format!("/citations/{hash}"));
    assert_eq!(record.status, 200, "{}", record.text);
    assert_eq!(owner.write("DELETE", &path, &Json::Null).status, 204);
    assert_eq!(owner.get("/session/citations").json()["count"], json!(0));
    refused(&owner.write("DELETE", &path, &Json::Null), 404, "not_found", None);
    // The record stays, and nobody's name is in it.
    let after = shared().get_keyless(&format!("/public/citations/{hash}"));
    assert_eq!((after.status, &after.json()["hash"]), (200, &json!(hash)));
    assert!(!after.text.contains("Olga") && !after.text.contains("space"), "{}", after.text);
}

#[test]
fn a_stranger_finds_nothing_and_a_viewer_reads_alone() {
    let (_, mut owner) = settled(shared(), "Olga");
    let (ben, mut viewer) = settled(shared(), "Ben");
    let (_, mut stranger) = settled(shared(), "Mallory");
    let space = shared_space(&mut owner, "Harbour");
    add(&mut owner, space, &ben, "viewer");
    let made = cite(&mut owner, &figure(space, "Liquidations"), 201);
    for browser in [&mut owner, &mut viewer] {
        browser.write("POST", &format!("/session/spaces/{space}/activate"), &Json::Null);
    }
    let path = format!("/session/citations/{}", made["id"]);
    assert_eq!(viewer.get("/session/citations").json()["citations"][0]["id"], made["id"]);
    refused(&viewer.write("POST", "/session/citations", &figure(space, "x")), 403, "forbidden", None);
    refused(&viewer.write("DELETE", &path, &Json::Null), 403, "forbidden", None);
    refused(&stranger.write("POST", "/session/citations", &figure(space, "x")), 404, "not_found", None);
    refused(&stranger.write("DELETE", &path, &Json::Null), 404, "not_found", None);
    assert_eq!(stranger.get("/session/citations").json()["count"], json!(0));
}

#[test]
fn a_key_cites_as_the_member_who_minted_it() {
    let house = House::new(shared());
    let (mira, mut browser) = settled(shared(), "Mira");
    add_member(shared(), house.id, &mira, quarry::identity::Role::Admin);
    let body = json!({ "name": "notebook", "scopes": ["research:write"] });
    let minted = browser.write("POST", &house.path("/api_keys"), &body);
    assert_eq!(minted.status, 201, "{}", minted.text);
    let key = format!("Bearer {}", minted.json()["secret"].as_str().expect("a key"));
    let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
    let body = json!({ "dataset": "liquidations", "aggregate": "count", "date_from": "2024-01-01", "label": "by key" });
    let answer = shared().send_body("POST", "/citations", &headers, body.to_string().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text);
    let listed = browser.get("/session/citations").json();
    assert_eq!((&listed["count"], &listed["citations"][0]), (&json!(1), &answer.json()));
    let by = texts(
        shared(),
        "SELECT CAST(cited_by_user_id AS TEXT) AS text FROM space_citations WHERE id = $1",
        &[Value::Int64(answer.json()["id"].as_i64().expect("a number"))],
    );
    assert_eq!(by, [mira.id.to_string()]);
}
