//! Keys: holders who are locked out, or kept in for too long.

use super::house::{House, Person, environment, execute, letters, server, texts};
use crate::account_support::eventually;
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

fn new_key(name: &str) -> Json {
    json!({ "name": name, "scopes": ["read"] })
}

fn minted(answer: &Answer) -> (i64, String) {
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    let body = answer.json();
    (body["api_key"]["id"].as_i64().expect("a number"), body["secret"].as_str().expect("a key").to_owned())
}

fn listed(browser: &Browser<'_>, house: &House, id: i64) -> Json {
    let list = browser.get(&house.path("/api_keys"));
    assert_eq!(list.status, 200, "{}", list.text);
    let keys = list.json()["api_keys"].as_array().cloned().unwrap_or_default();
    keys.into_iter().find(|key| key["id"] == id).unwrap_or_else(|| panic!("key {id} in {}", list.text))
}

#[test]
fn a_minted_key_works_at_once_and_a_revoked_one_never_again() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let (id, key) = minted(&admin.write("POST", &house.path("/api_keys"), &new_key("notebook")));
    assert!(key.starts_with("qk_test_"), "of this deployment's environment");
    assert_eq!(listed(&admin, &house, id)["last_used_at"], Json::Null, "nobody has used it");
    let before = jiff::Timestamp::now();
    let me = server.get_with_key("/me", &key);
    assert_eq!((me.status, &me.json()["organization"]["id"]), (200, &json!(house.id)), "{}", me.text);
    let used_at = || listed(&admin, &house, id)["last_used_at"].as_str().and_then(|time| time.parse().ok());
    eventually("an admin sees that the key is in use", || used_at().is_some_and(|at: jiff::Timestamp| at >= before));
    let shown = listed(&admin, &house, id);
    assert_eq!((&shown["state"], &shown["minted_by_id"]), (&json!("active"), &json!(house.admin.id)));
    assert!(key.ends_with(shown["hint"].as_str().expect("a hint")));
    assert!(!admin.get(&house.path("/api_keys")).text.contains(&key), "it is shown once");
    let path = house.path(&format!("/api_keys/{id}"));
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(server.get_with_key("/me", &key).status, 401, "on the host itself at once");
    assert_eq!(listed(&admin, &house, id)["state"], "revoked");
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 204, "once more changes nothing");
    let revocations = "SELECT target_id AS text FROM audit_entries WHERE action = 'api_key.revoked' AND target_id = $1";
    assert_eq!(texts(server, revocations, &[Value::Text(id.to_string())]).len(), 1);
}

#[test]
fn a_revoked_key_stops_on_the_other_host_within_a_second() {
    quarry_tests::on_postgres!();
    let store = app_store_environment("two_hosts_keys").expect("a schema");
    let options = Options { no_sample: true, environment: environment(store), ..Options::default() };
    let (here, there) = (Server::start(&options).expect("a server"), Server::start(&options).expect("a server"));
    let house = House::new(&here);
    let mut admin = house.admin.browser(&here);
    let (id, key) = minted(&admin.write("POST", &house.path("/api_keys"), &new_key("notebook")));
    assert_eq!(there.get_with_key("/me", &key).status, 200, "a new key works everywhere at once");
    assert_eq!(admin.write("DELETE", &house.path(&format!("/api_keys/{id}")), &json!({})).status, 204);
    let revoked = Instant::now();
    std::thread::sleep(Duration::from_millis(1010).saturating_sub(revoked.elapsed()));
    assert_eq!(there.get_with_key("/me", &key).status, 401);
}

#[test]
fn a_rotated_key_lives_for_its_grace_and_no_longer() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let settings = json!({
        "name": "notebook",
        "scopes": ["exports", "read"],
        "ip_allow_list": ["127.0.0.1", "2001:db8::1/32"],
        "expires_at": "2100-01-01T00:00:00Z",
    });
    let (old_id, old) = minted(&admin.write("POST", &house.path("/api_keys"), &settings));
    let rotate = |browser: &mut Browser<'_>, id: i64, body: &Json| {
        browser.write("POST", &house.path(&format!("/api_keys/{id}/rotate")), body)
    };
    let rotated = rotate(&mut house.owner.browser(server), old_id, &json!({}));
    let (new_id, new) = minted(&rotated);
    for key in [&old, &new] {
        assert_eq!(server.get_with_key("/me", key).status, 200, "both work");
    }
    let (api_key, replaced) = (&rotated.json()["api_key"], &rotated.json()["replaced"]);
    for field in ["name", "scopes", "ip_allow_list"] {
        assert_eq!(api_key[field], replaced[field], "{field}");
    }
    assert_eq!(api_key["ip_allow_list"], json!(["127.0.0.1/32", "2001:db8::/32"]));
    assert_eq!((&api_key["expires_at"], &api_key["minted_by_id"]), (&settings["expires_at"], &json!(house.owner.id)));
    assert_eq!((&replaced["state"], &replaced["replaced_by_key_id"]), (&json!("rotated"), &json!(new_id)));
    let end: jiff::Timestamp = replaced["expires_at"].as_str().expect("an end").parse().expect("a time");
    let left = end.duration_since(jiff::Timestamp::now()).as_secs();
    assert!((86_300..=86_400).contains(&left), "a day is left: {left} s");

    let again = rotate(&mut admin, old_id, &json!({}));
    assert_eq!((again.status, again.code().as_str()), (422, "key_not_active"), "{}", again.text);
    let long = rotate(&mut admin, new_id, &json!({ "grace_seconds": 86_401 }));
    assert_eq!(long.status, 422);
    assert!(long.json()["fields"]["grace_seconds"].is_string(), "{}", long.text);

    let (third_id, third) = minted(&rotate(&mut admin, new_id, &json!({ "grace_seconds": 0 })));
    assert_eq!(server.get_with_key("/me", &new).status, 401, "without grace it ends at once");
    assert_eq!(server.get_with_key("/me", &third).status, 200);
    let (_, fourth) = minted(&rotate(&mut admin, third_id, &json!({ "grace_seconds": 1 })));
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(server.get_with_key("/me", &third).status, 401, "its grace is over");
    assert_eq!(listed(&admin, &house, third_id)["state"], "expired");
    assert_eq!(server.get_with_key("/me", &fourth).status, 200);
}

#[test]
fn what_a_key_cannot_be_is_said_by_field() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let many: Vec<String> = (0..101).map(|number| format!("10.0.{number}.0/24")).collect();
    let cases = [
        (json!({ "name": " ", "scopes": ["read"] }), "name"),
        (json!({ "name": "x".repeat(201), "scopes": ["read"] }), "name"),
        (json!({ "name": "x", "scopes": [] }), "scopes"),
        (json!({ "name": "x", "scopes": ["read"], "ip_allow_list": ["10.0.0.0/33"] }), "ip_allow_list"),
        (json!({ "name": "x", "scopes": ["read"], "ip_allow_list": ["example.org"] }), "ip_allow_list"),
        (json!({ "name": "x", "scopes": ["read"], "ip_allow_list": many }), "ip_allow_list"),
        (json!({ "name": "x", "scopes": ["read"], "expires_at": "2001-01-01T00:00:00Z" }), "expires_at"),
        (json!({ "name": "x", "scopes": ["read"], "expires_at": "tomorrow" }), "expires_at"),
    ];
    for (body, field) in cases {
        let refused = admin.write("POST", &house.path("/api_keys"), &body);
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{body}: {}", refused.text);
        assert!(refused.json()["fields"][field].is_string(), "{body}: {}", refused.text);
    }
    let unknown = admin.write("POST", &house.path("/api_keys"), &json!({ "name": "x", "scopes": ["everything"] }));
    assert_eq!(unknown.status, 422, "{}", unknown.text);
    assert_eq!(admin.get(&house.path("/api_keys")).json()["api_keys"], json!([]), "nothing was minted");
}

#[test]
fn a_key_is_of_no_use_outside_its_networks() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let mut with = |networks: Json| {
        let body = json!({ "name": "x", "scopes": ["read"], "ip_allow_list": networks });
        minted(&admin.write("POST", &house.path("/api_keys"), &body)).1
    };
    let (elsewhere, here) = (with(json!(["192.0.2.0/24", "2001:db8::/32"])), with(json!(["127.0.0.9/8", "::1"])));
    let refused = server.get_with_key("/me", &elsewhere);
    assert_eq!((refused.status, refused.code().as_str()), (403, "ip_not_allowed"), "{}", refused.text);
    assert_eq!(server.get_with_key("/me", &here).status, 200);
}

#[test]
fn keys_and_roles_are_not_changed_without_a_recent_password() {
    let (server, house) = (server(), House::new(server()));
    let (id, key) = minted(&house.admin.browser(server).write("POST", &house.path("/api_keys"), &new_key("notebook")));
    let mut stale = house.owner.browser_without_sudo(server);
    let role = json!({ "role": "admin" });
    for (method, path, body) in [
        ("POST", house.path("/api_keys"), new_key("another")),
        ("POST", house.path(&format!("/api_keys/{id}/rotate")), json!({})),
        ("DELETE", house.path(&format!("/api_keys/{id}")), json!({})),
        ("PATCH", house.membership(&house.member), role),
        ("DELETE", house.membership(&house.member), json!({})),
    ] {
        let refused = stale.write(method, &path, &body);
        assert_eq!((refused.status, refused.code().as_str()), (403, "sudo_required"), "{method} {path}");
    }
    assert_eq!(server.get_with_key("/me", &key).status, 200);
}

#[test]
fn whoever_mints_a_key_is_told_by_mail_and_the_letter_has_no_key() {
    let (server, house) = (server(), House::new(server()));
    let (id, key) = minted(&house.admin.browser(server).write("POST", &house.path("/api_keys"), &new_key("notebook")));
    let letters = letters(server, &house.admin.email);
    let letter = letters.iter().find(|letter| letter["subject"] == "Quarry: a new API key").expect("a letter");
    let text = letter["text"].as_str().expect("a text");
    assert!(text.contains("notebook") && text.contains(&key[key.len() - 4..]) && !text.contains(&key), "{text}");
    let stored = "SELECT hint AS text FROM api_keys WHERE id = $1";
    assert_eq!(texts(server, stored, &[Value::Int64(id)]), [key[key.len() - 4..].to_owned()]);
}

#[test]
fn the_keys_of_a_member_who_leaves_are_dead_for_good() {
    let (server, house) = (server(), House::new(server()));
    let (_, key) = minted(&house.admin.browser(server).write("POST", &house.path("/api_keys"), &new_key("notebook")));
    assert_eq!(server.get_with_key("/me", &key).status, 200);
    let mut owner = house.owner.browser(server);
    let removed = owner.write("DELETE", &house.membership(&house.admin), &json!({}));
    assert_eq!(removed.status, 204, "{}", removed.text);
    let since = Instant::now();
    std::thread::sleep(Duration::from_millis(1010).saturating_sub(since.elapsed()));
    assert_eq!(server.get_with_key("/me", &key).status, 401);
    super::house::add_member(server, house.id, &house.admin, Role::Admin);
    std::thread::sleep(Duration::from_millis(1010));
    assert_eq!(server.get_with_key("/me", &key).status, 401, "coming back gives no old key back");
}

#[test]
fn a_key_can_be_minted_on_any_plan_and_the_plan_is_asked_when_it_is_used() {
    let server = server();
    let person = Person::new(server, "Nora");
    let path = format!("/session/organizations/{}/api_keys", person.own_organization_id);
    let (_, key) = minted(&person.browser(server).write("POST", &path, &new_key("early")));
    let refused = server.get_with_key("/me", &key);
    assert_eq!((refused.status, refused.code().as_str()), (403, "plan_has_no_api_access"), "{}", refused.text);
    let sql = "UPDATE organizations SET plan_key = 'team' WHERE id = $1";
    execute(server, sql, &[Value::Int64(person.own_organization_id)]);
    std::thread::sleep(Duration::from_millis(1010));
    assert_eq!(server.get_with_key("/me", &key).status, 200);
}

#[test]
fn a_long_list_of_keys_is_read_page_by_page_to_its_end() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let mut ids: Vec<i64> = Vec::new();
    for number in 0..5 {
        ids.push(minted(&admin.write("POST", &house.path("/api_keys"), &new_key(&format!("key {number}")))).0);
    }
    let mut walked = Vec::new();
    let mut path = house.path("/api_keys?limit=2");
    loop {
        let page = admin.get(&path).json();
        assert_eq!(page["limit"], 2, "{page}");
        walked
            .extend(page["api_keys"].as_array().expect("keys").iter().map(|key| key["id"].as_i64().expect("a number")));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = house.path(&format!("/api_keys?limit=2&cursor={cursor}"));
    }
    ids.reverse();
    assert_eq!(walked, ids, "each once, newest first");
    let whole = admin.get(&house.path("/api_keys")).json();
    assert_eq!((&whole["count"], &whole["limit"], &whole["next_cursor"]), (&json!(5), &json!(500), &Json::Null));
}
