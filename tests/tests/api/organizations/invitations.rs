//! Invitations: a way in that is for one person, once.

use super::house::{self, House, Person, execute, letters, server};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

const NEW_PASSWORD: &str = "nine loud harbours, 1904";

/// The token in the newest letter to an address.
fn mailed_token(email: &str) -> String {
    house::mailed_token(server(), email).unwrap_or_else(|| panic!("no token came to {email}"))
}

fn take(token: &str, name: Option<&str>, password: &str) -> (quarry_tests::http::Answer, Browser<'static>) {
    let mut browser = Browser::new(server());
    let mut body = json!({ "grant_type": "invitation", "token": token, "password": password });
    if let Some(name) = name {
        body["name"] = json!(name);
    }
    (browser.exchange(&body), browser)
}

fn address(name: &str) -> String {
    format!("{name}-{}@guests.example", std::process::id())
}

#[test]
fn an_invited_person_becomes_a_member_once() {
    let (server, house) = (server(), House::new(server()));
    let email = address("grace");
    let mut admin = house.admin.browser(server);
    let sent = admin.write("POST", &house.path("/invitations"), &json!({ "email": email, "role": "admin" }));
    assert_eq!(sent.status, 201, "{}", sent.text);
    let waiting = admin.get(&house.path("")).json()["invitations"].clone();
    assert_eq!((&waiting[0]["email"], &waiting[0]["id"]), (&json!(email), &sent.json()["id"]));
    let token = mailed_token(&email);
    assert!(!sent.text.contains(&token), "the token is for the mailbox alone");
    let (taken, browser) = take(&token, Some("Grace"), NEW_PASSWORD);
    assert_eq!(taken.status, 200, "{}", taken.text);
    let page = browser.get(&house.path(""));
    assert_eq!((page.status, &page.json()["role"]), (200, &json!("admin")), "{}", page.text);
    assert_eq!(take(&token, Some("Mallory"), NEW_PASSWORD).0.code(), "invalid_token", "it works once");
    assert_eq!(admin.get(&house.path("")).json()["invitations"], json!([]));
    let again = admin.write("POST", &house.path("/invitations"), &json!({ "email": email.to_uppercase() }));
    assert_eq!((again.status, again.code().as_str()), (422, "already_member"), "{}", again.text);
    assert!(again.json()["fields"]["email"].is_string(), "{}", again.text);
}

#[test]
fn the_answer_does_not_tell_whether_an_address_has_an_account() {
    let (server, house) = (server(), House::new(server()));
    let known = Person::new(server, "Kira");
    let mut owner = house.owner.browser(server);
    let mut shapes = Vec::new();
    for email in [known.email.clone(), address("nobody")] {
        let sent = owner.write("POST", &house.path("/invitations"), &json!({ "email": email }));
        assert_eq!((sent.status, &sent.json()["role"]), (201, &json!("member")), "{}", sent.text);
        let fields: Vec<String> = sent.json().as_object().expect("an object").keys().cloned().collect();
        shapes.push(fields);
        assert_eq!(letters(server, &email).len(), 1, "both get the letter");
    }
    assert_eq!(shapes[0], shapes[1]);
}

#[test]
fn a_withdrawn_or_replaced_invitation_opens_nothing() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let email = address("henry");
    let invite =
        |browser: &mut Browser<'_>| browser.write("POST", &house.path("/invitations"), &json!({ "email": email }));
    let sent = invite(&mut admin);
    assert_eq!(sent.status, 201, "{}", sent.text);
    let first = mailed_token(&email);
    let soon = invite(&mut admin);
    assert_eq!((soon.status, letters(server, &email).len()), (422, 1), "nobody's mailbox is filled: {}", soon.text);
    let sql = "UPDATE invitations SET created_at = created_at - 61000000 WHERE organization_id = $1";
    execute(server, sql, &[Value::Int64(house.id)]);
    let replaced = invite(&mut admin);
    assert_eq!(replaced.status, 201, "{}", replaced.text);
    assert_eq!(take(&first, Some("Henry"), NEW_PASSWORD).0.code(), "invalid_token");
    let second = mailed_token(&email);
    let path = house.path(&format!("/invitations/{}", replaced.json()["id"]));
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(take(&second, Some("Henry"), NEW_PASSWORD).0.code(), "invalid_token");
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 404, "it is gone");
}

#[test]
fn an_invitation_is_for_seven_days() {
    let (server, house) = (server(), House::new(server()));
    let email = address("iris");
    let sent = house.admin.browser(server).write("POST", &house.path("/invitations"), &json!({ "email": email }));
    let end: jiff::Timestamp = sent.json()["expires_at"].as_str().expect("an end").parse().expect("a time");
    let hours = end.duration_since(jiff::Timestamp::now()).as_hours();
    assert!((167..=168).contains(&hours), "{hours} hours");
    execute(server, "UPDATE invitations SET expires_at = 1 WHERE organization_id = $1", &[Value::Int64(house.id)]);
    assert_eq!(take(&mailed_token(&email), Some("Iris"), NEW_PASSWORD).0.code(), "invalid_token");
}

#[test]
fn who_cannot_be_invited_is_told_by_field_and_role() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    for email in ["", "nobody", "a@b", "two words@example.org"] {
        let refused = admin.write("POST", &house.path("/invitations"), &json!({ "email": email }));
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{email}: {}", refused.text);
        assert!(refused.json()["fields"]["email"].is_string(), "{email}: {}", refused.text);
    }
    let owner: Json = json!({ "email": address("jane"), "role": "owner" });
    let refused = admin.write("POST", &house.path("/invitations"), &owner);
    assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{}", refused.text);
    assert_eq!(house.owner.browser(server).write("POST", &house.path("/invitations"), &owner).status, 201);
    let own = format!("/session/organizations/{}/invitations", house.admin.own_organization_id);
    let refused = admin.write("POST", &own, &json!({ "email": address("jane") }));
    assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "one's own stays so: {}", refused.text);
}

#[test]
fn withdrawing_and_inviting_in_turn_fills_nobodys_mailbox() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let email = address("otto");
    let body = json!({ "email": email });
    let sent = admin.write("POST", &house.path("/invitations"), &body);
    assert_eq!(sent.status, 201, "{}", sent.text);
    let (token, path) = (mailed_token(&email), house.path(&format!("/invitations/{}", sent.json()["id"])));
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 404, "it is not there any more");
    assert_eq!(admin.get(&house.path("")).json()["invitations"], json!([]));
    assert_eq!(take(&token, Some("Otto"), NEW_PASSWORD).0.code(), "invalid_token");
    let soon = admin.write("POST", &house.path("/invitations"), &body);
    assert_eq!((soon.status, letters(server, &email).len()), (422, 1), "{}", soon.text);
    let sql = "UPDATE invitations SET created_at = created_at - 61000000 WHERE organization_id = $1";
    execute(server, sql, &[Value::Int64(house.id)]);
    assert_eq!(admin.write("POST", &house.path("/invitations"), &body).status, 201, "a minute later it goes again");
    assert_eq!(take(&mailed_token(&email), Some("Otto"), NEW_PASSWORD).0.status, 200);
}
