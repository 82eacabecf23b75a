//! Every operation on an organization, for everybody who has no business there: one table, so that none is forgotten.

use super::house::{House, server};
use quarry_tests::browser::Browser;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

/// The things that exist in the house whose operations are tried.
struct Things {
    invitation: i64,
    key: i64,
    webhook: i64,
}

impl Things {
    fn new(server: &Server, house: &House) -> Things {
        let mut owner = house.owner.browser(server);
        let mut made = |path: &str, body: Json| {
            let answer = owner.write("POST", &house.path(path), &body);
            assert_eq!(answer.status, 201, "{path}: {}", answer.text);
            answer.json()
        };
        let email = format!("guest-{}-{}@guests.example", std::process::id(), house.id);
        let number = |body: &Json| body["id"].as_i64().expect("a number");
        Things {
            invitation: number(&made("/invitations", json!({ "email": email }))),
            key: number(&made("/api_keys", json!({ "name": "x", "scopes": ["read"] }))["api_key"]),
            webhook: number(&made("/webhooks", json!({ "url": "https://hook.example/" }))["webhook"]),
        }
    }
}

/// Method, path below the organization, body, and whether every member may.
fn operations(house: &House, things: &Things) -> Vec<(&'static str, String, Json, bool)> {
    let (admin, none) = (house.admin.id, json!({}));
    vec![
        ("GET", String::new(), none.clone(), true),
        ("PATCH", String::new(), json!({ "name": "Taken over" }), false),
        ("GET", "/audit".to_owned(), none.clone(), false),
        ("POST", "/verify_domain".to_owned(), none.clone(), false),
        ("POST", "/rotate_domain_token".to_owned(), none.clone(), false),
        ("PATCH", format!("/memberships/{admin}"), json!({ "role": "member" }), false),
        ("DELETE", format!("/memberships/{admin}"), none.clone(), false),
        ("POST", "/invitations".to_owned(), json!({ "email": "mallory@guests.example" }), false),
        ("DELETE", format!("/invitations/{}", things.invitation), none.clone(), false),
        ("GET", "/api_keys".to_owned(), none.clone(), false),
        ("POST", "/api_keys".to_owned(), json!({ "name": "x", "scopes": ["read"] }), false),
        ("DELETE", format!("/api_keys/{}", things.key), none.clone(), false),
        ("POST", format!("/api_keys/{}/rotate", things.key), none.clone(), false),
        ("GET", "/webhooks".to_owned(), none.clone(), false),
        ("POST", "/webhooks".to_owned(), json!({ "url": "https://hook.example/" }), false),
        ("PATCH", format!("/webhooks/{}", things.webhook), none.clone(), false),
        ("DELETE", format!("/webhooks/{}", things.webhook), none.clone(), false),
        ("POST", format!("/webhooks/{}/rotate_secret", things.webhook), none, false),
    ]
}

fn ask(browser: &mut Browser<'_>, method: &str, path: &str, body: &Json) -> (u16, String) {
    let answer = match method {
        "GET" => browser.get(path),
        method => browser.write(method, path, body),
    };
    (answer.status, if answer.status < 300 { String::new() } else { answer.code() })
}

#[test]
fn the_table_names_every_operation_of_the_family() {
    let (server, house) = (server(), House::new(server()));
    let table = include_str!("../../../operations.tsv");
    let declared = table.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|fields| {
        // The provider of an institution has tests of its own.
        fields[1] == "organizations" && fields[6] == "declared" && !fields[4].contains("/sso")
    });
    let things = Things::new(server, &house);
    // The list of one's own organizations has nobody else's to show.
    assert_eq!(declared.count(), operations(&house, &things).len() + 1);
}

#[test]
fn somebody_elses_organization_is_not_there_and_neither_is_what_it_has() {
    let (server, house, other) = (server(), House::new(server()), House::new(server()));
    let things = Things::new(server, &house);
    let mut stranger = other.owner.browser(server);
    for (method, path, body, _) in operations(&house, &things) {
        let answer = ask(&mut stranger, method, &house.path(&path), &body);
        assert_eq!(answer, (404, "not_found".to_owned()), "{method} {path}");
        if path[1.min(path.len())..].contains('/') {
            // In one's own organization the number of somebody else's thing names nothing.
            let answer = ask(&mut stranger, method, &other.path(&path), &body);
            assert_eq!(answer, (404, "not_found".to_owned()), "{method} {path} in one's own");
        }
    }
    let list = stranger.get("/session/organizations").json();
    let ids: Vec<_> = list["organizations"].as_array().expect("a list").iter().map(|one| one["id"].clone()).collect();
    assert!(ids.contains(&json!(other.id)) && !ids.contains(&json!(house.id)));
}

#[test]
fn a_member_without_the_role_is_refused_and_told_so() {
    let (server, house) = (server(), House::new(server()));
    let things = Things::new(server, &house);
    let mut member = house.member.browser(server);
    for (method, path, body, for_everybody) in operations(&house, &things) {
        let expected = if for_everybody { (200, String::new()) } else { (403, "forbidden".to_owned()) };
        assert_eq!(ask(&mut member, method, &house.path(&path), &body), expected, "{method} {path}");
    }
}

#[test]
fn nothing_answers_to_who_is_signed_out_or_writes_from_elsewhere() {
    let (server, house) = (server(), House::new(server()));
    let things = Things::new(server, &house);
    let owner = house.owner.browser(server);
    for (method, path, body, _) in operations(&house, &things) {
        let path = house.path(&path);
        let signed_out = ask(&mut Browser::new(server), method, &path, &body);
        assert_eq!(signed_out, (401, "sign_in_required".to_owned()), "{method} {path}");
        if method != "GET" {
            let refused = owner.write_across_sites(method, &path, &body);
            assert_eq!((refused.status, refused.code().as_str()), (422, "invalid_csrf_token"), "{method} {path}");
        }
    }
    assert_eq!(owner.get(&house.path("/api_keys")).json()["api_keys"][0]["state"], "active", "nothing happened");
}

#[test]
fn staff_who_look_as_somebody_else_change_nothing_of_an_organization() {
    let (server, house) = (server(), House::new(server()));
    let things = Things::new(server, &house);
    let mut browser = house.owner.browser(server);
    let sql = "UPDATE sessions SET user_id = (SELECT id FROM users WHERE email_key = 'staff@quarry.example'),
                   acting_as_user_id = user_id, acting_until = $1, sudo_until = NULL
               WHERE user_id = $2";
    let until = jiff::Timestamp::now().as_microsecond() + 600_000_000;
    let values = [until, house.owner.id].map(quarry::stores::result_set::Value::Int64);
    assert_eq!(super::house::execute(server, sql, &values), 1 + 1, "the sessions of the owner");
    std::thread::sleep(std::time::Duration::from_millis(1010));
    assert_eq!(browser.get(&house.path("")).json()["role"], "owner", "they see what the person sees");
    for (method, path, body) in [
        ("POST", "/api_keys".to_owned(), json!({ "name": "x", "scopes": ["read"] })),
        ("DELETE", format!("/api_keys/{}", things.key), json!({})),
        ("POST", "/invitations".to_owned(), json!({ "email": "mallory@guests.example" })),
        ("DELETE", format!("/memberships/{}", house.admin.id), json!({})),
        ("PATCH", String::new(), json!({ "name": "Mended" })),
        ("POST", "/webhooks".to_owned(), json!({ "url": "https://hook.example/" })),
        ("PATCH", format!("/webhooks/{}", things.webhook), json!({})),
        ("DELETE", format!("/webhooks/{}", things.webhook), json!({})),
        ("POST", format!("/webhooks/{}/rotate_secret", things.webhook), json!({})),
    ] {
        let (status, code) = ask(&mut browser, method, &house.path(&path), &body);
        assert_eq!(status, 403, "{method} {path}: {code}");
    }
    // What staff did so before it was refused stands in the log with both names.
    let renamed = house.owner.browser(server).write("PATCH", &house.path(""), &json!({ "name": "Mended" }));
    assert_eq!(renamed.status, 200, "{}", renamed.text);
    let sql = "UPDATE audit_entries
               SET impersonator_user_id = (SELECT id FROM users WHERE email_key = 'staff@quarry.example')
               WHERE organization_id = $1 AND action = 'organization.updated'";
    assert_eq!(super::house::execute(server, sql, &[quarry::stores::result_set::Value::Int64(house.id)]), 1);
    let log = browser.get(&house.path("/audit?action_filter=organization.updated")).json();
    let entry = &log["entries"][0];
    assert_eq!((&entry["actor_name"], &entry["impersonator_name"]), (&json!("Olga"), &json!("Sample Staff")), "{log}");
}
