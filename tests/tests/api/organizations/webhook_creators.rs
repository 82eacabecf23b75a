//! Webhook endpoints of somebody who manages the organization no longer: they go on, and nobody who stays is left untold.

use super::house::{House, Person, server, texts};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

const URL: &str = "https://hook.example/hidden-path?tenant=7";

/// Adds an endpoint and gives its number.
fn add(browser: &mut Browser<'_>, house: &House) -> i64 {
    let added = browser.write("POST", &house.path("/webhooks"), &json!({ "url": URL }));
    assert_eq!(added.status, 201, "{}", added.text);
    added.json()["webhook"]["id"].as_i64().expect("a number")
}

fn rotate(browser: &mut Browser<'_>, house: &House, id: i64) {
    let rotated = browser.write("POST", &house.path(&format!("/webhooks/{id}/rotate_secret")), &json!({}));
    assert_eq!(rotated.status, 200, "{}", rotated.text);
}

/// The entries of an inbox about endpoints whose creator left.
fn told(browser: &Browser<'_>) -> Vec<Json> {
    let inbox = browser.get("/session/notifications").json();
    let entries = inbox["notifications"].as_array().unwrap_or_else(|| panic!("{inbox}")).clone();
    entries.into_iter().filter(|entry| entry["kind"] == "webhook_creator_left").collect()
}

fn entries_of(person: &Person) -> usize {
    let sql = "SELECT title AS text FROM inbox_notifications WHERE user_id = $1 AND kind = 'webhook_creator_left'";
    texts(server(), sql, &[Value::Int64(person.id)]).len()
}

fn audited(owner: &Browser<'_>, house: &House) -> Vec<Json> {
    let log = owner.get(&house.path("/audit?action_filter=webhook.creator_left"));
    assert_eq!(log.status, 200, "{}", log.text);
    assert!(!log.text.contains("hidden-path"), "what stands behind the server is often a secret: {}", log.text);
    log.json()["entries"].as_array().expect("entries").clone()
}

fn listed(browser: &Browser<'_>, house: &House) -> Json {
    let list = browser.get(&house.path("/webhooks"));
    assert_eq!(list.status, 200, "{}", list.text);
    list.json()["webhooks"][0].clone()
}

#[test]
fn an_endpoint_of_a_removed_admin_goes_on_and_those_who_stay_are_told_whose_it_was() {
    let (server, house) = (server(), House::new(server()));
    let (mut owner, mut admin) = (house.owner.browser(server), house.admin.browser(server));
    let id = add(&mut admin, &house);
    let creator = json!({ "id": house.admin.id, "name": "Adam", "role": "admin" });
    assert_eq!(listed(&owner, &house)["created_by"], creator);
    assert_eq!(told(&owner), Vec::<Json>::new());
    assert_eq!(owner.write("DELETE", &house.membership(&house.admin), &json!({})).status, 204);

    let shown = listed(&owner, &house);
    assert_eq!((&shown["id"], &shown["enabled"]), (&json!(id), &json!(true)), "it is the organization's: {shown}");
    assert_eq!(shown["created_by"], json!({ "id": house.admin.id, "name": "Adam", "role": null }));
    let entries = told(&owner);
    assert_eq!(entries.len(), 1, "{entries:?}");
    let entry = &entries[0];
    assert_eq!((&entry["subject_type"], &entry["subject_id"]), (&json!("webhook"), &json!(id)));
    assert_eq!(entry["organization_id"], json!(house.id), "it leads to the endpoint: {entry}");
    assert_eq!((&entry["title"], &entry["actor"]["name"]), (&json!("https://hook.example"), &json!("Adam")));
    let sentence = entry["excerpt"].as_str().expect("a sentence");
    assert!(sentence.contains("has its signing secret") && sentence.contains("rotate the secret"), "{sentence}");
    assert!(!entry.to_string().contains("hidden-path"), "{entry}");
    assert_eq!(
        (entries_of(&house.admin), entries_of(&house.member)),
        (0, 0),
        "neither who left nor who manages nothing"
    );
    let log = audited(&owner, &house);
    assert_eq!(log.len(), 1, "{log:?}");
    assert_eq!((&log[0]["target_id"], &log[0]["actor_id"]), (&json!(id.to_string()), &json!(house.owner.id)));
    let after =
        json!({ "server": "https://hook.example", "user_id": house.admin.id, "added_it": true, "has_secret": true });
    assert_eq!(log[0]["after"], after);
}

#[test]
fn an_admin_who_becomes_a_member_is_told_of_once() {
    let (server, house) = (server(), House::new(server()));
    let (mut owner, mut admin) = (house.owner.browser(server), house.admin.browser(server));
    add(&mut admin, &house);
    let role = |owner: &mut Browser<'_>, role: &str| {
        let changed = owner.write("PATCH", &house.membership(&house.admin), &json!({ "role": role }));
        assert_eq!(changed.status, 200, "{}", changed.text);
    };
    // Who goes on managing it is nobody to be told of.
    role(&mut owner, "owner");
    role(&mut owner, "admin");
    assert_eq!((told(&owner).len(), audited(&owner, &house).len()), (0, 0));
    role(&mut owner, "member");
    assert_eq!(listed(&owner, &house)["created_by"]["role"], "member");
    assert_eq!((told(&owner).len(), audited(&owner, &house).len()), (1, 1));
    assert_eq!(owner.write("DELETE", &house.membership(&house.admin), &json!({})).status, 204);
    assert_eq!((told(&owner).len(), audited(&owner, &house).len()), (1, 1));
}

#[test]
fn whoever_saw_a_secret_last_is_told_of_and_nobody_whose_secret_was_rotated_is_said_to_have_it() {
    let (server, house) = (server(), House::new(server()));
    let (mut owner, mut admin) = (house.owner.browser(server), house.admin.browser(server));
    let (of_admin, of_owner) = (add(&mut admin, &house), add(&mut owner, &house));
    rotate(&mut owner, &house, of_admin);
    rotate(&mut admin, &house, of_owner);
    // Who leaves by themselves is told of as well.
    assert_eq!(admin.write("DELETE", &house.membership(&house.admin), &json!({})).status, 204);
    let sentence = |id: i64| {
        let entries = told(&owner);
        let entry = entries.iter().find(|entry| entry["subject_id"] == id).unwrap_or_else(|| panic!("{entries:?}"));
        entry["excerpt"].as_str().expect("a sentence").to_owned()
    };
    let added = sentence(of_admin);
    assert!(added.contains("added this endpoint") && !added.contains("secret"), "{added}");
    let has = sentence(of_owner);
    assert!(has.contains("has the signing secret") && has.contains("rotate it"), "{has}");
}

#[test]
fn an_admin_who_deletes_the_account_leaves_no_endpoint_behind_untold() {
    let (server, house) = (server(), House::new(server()));
    let (owner, mut admin) = (house.owner.browser(server), house.admin.browser(server));
    let id = add(&mut admin, &house);
    let deleted = admin.write("DELETE", "/session/account", &json!({}));
    assert!(deleted.status < 300, "{}", deleted.text);
    let shown = listed(&owner, &house);
    assert_eq!((&shown["id"], &shown["enabled"], &shown["created_by"]), (&json!(id), &json!(true), &Json::Null));
    let entries = told(&owner);
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!((&entries[0]["subject_id"], &entries[0]["actor"]["name"]), (&json!(id), &json!("former member")));
    assert!(entries[0]["excerpt"].as_str().is_some_and(|sentence| sentence.contains("rotate the secret")));
    assert!(!entries[0].to_string().contains("Adam"), "nothing names who is gone: {}", entries[0]);
    assert_eq!(audited(&owner, &house).len(), 1);
}
