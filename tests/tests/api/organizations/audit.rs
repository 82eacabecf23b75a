//! The audit log: a change that nobody can find, or a secret that anybody can.

use super::house::{House, execute, publish, server, texts};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

#[test]
fn every_write_leaves_a_row_with_who_did_what_to_what_and_no_secret() {
    let (server, house) = (server(), House::new(server()));
    let mut owner = house.owner.browser(server);
    let mut secrets = Vec::new();
    let mut write = |method: &str, path: String, body: Json| {
        let answer = owner.write(method, &house.path(&path), &body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text);
        let body = serde_json::from_str::<Json>(&answer.text).unwrap_or_default();
        secrets.extend(body["secret"].as_str().map(str::to_owned));
        body
    };
    let name = format!("log-{}.example", std::process::id());
    let set = write("PATCH", String::new(), json!({ "name": "Logbook", "email_domain": name }));
    publish(&name, &[set["email_domain"]["txt_record"]["value"].as_str().expect("a value")]);
    write("POST", "/verify_domain".to_owned(), json!({}));
    write("POST", "/rotate_domain_token".to_owned(), json!({}));
    write("PATCH", format!("/memberships/{}", house.member.id), json!({ "role": "admin" }));
    write("DELETE", format!("/memberships/{}", house.member.id), json!({}));
    let invited = write("POST", "/invitations".to_owned(), json!({ "email": format!("log@{name}") }));
    write("DELETE", format!("/invitations/{}", invited["id"]), json!({}));
    let key = write("POST", "/api_keys".to_owned(), json!({ "name": "x", "scopes": ["read"] }));
    let rotated = write("POST", format!("/api_keys/{}/rotate", key["api_key"]["id"]), json!({}));
    write("DELETE", format!("/api_keys/{}", rotated["api_key"]["id"]), json!({}));
    let hook = write("POST", "/webhooks".to_owned(), json!({ "url": "https://hook.example/hidden-path?hidden-query" }));
    let hook = format!("/webhooks/{}", hook["webhook"]["id"]);
    write("POST", format!("{hook}/rotate_secret"), json!({}));
    execute(
        server,
        "UPDATE webhook_endpoints SET disabled_at = 1 WHERE organization_id = $1",
        &[Value::Int64(house.id)],
    );
    write("PATCH", hook.clone(), json!({}));
    write("DELETE", hook, json!({}));

    let log = house.owner.browser(server).get(&house.path("/audit"));
    assert_eq!(log.status, 200, "{}", log.text);
    let entries = log.json()["entries"].as_array().expect("entries").clone();
    let actions: Vec<&str> = entries.iter().rev().filter_map(|entry| entry["action"].as_str()).collect();
    assert_eq!(
        actions,
        [
            "organization.updated",
            "organization.domain_verified",
            "organization.domain_token_rotated",
            "member.role_changed",
            "member.removed",
            "invitation.sent",
            "invitation.withdrawn",
            "api_key.minted",
            "api_key.rotated",
            "api_key.revoked",
            "webhook.added",
            "webhook.secret_rotated",
            "webhook.enabled",
            "webhook.removed",
        ]
    );
    for entry in &entries {
        assert_eq!((&entry["actor_id"], &entry["actor_name"]), (&json!(house.owner.id), &json!("Olga")), "{entry}");
        assert!(entry["target_id"].is_string() && entry["occurred_at"].is_string(), "{entry}");
        assert!(entry["before"].is_object() || entry["after"].is_object(), "{entry}");
    }
    let role = entries.iter().find(|entry| entry["action"] == "member.role_changed").expect("an entry");
    assert_eq!((&role["before"], &role["after"]), (&json!({ "role": "member" }), &json!({ "role": "admin" })));
    assert_eq!(secrets.len(), 4);
    // What stands behind a server's name is often one, too.
    secrets.extend(["hidden-path", "hidden-query"].map(str::to_owned));
    let sql =
        "SELECT coalesce(before, '') || coalesce(after, '') AS text FROM audit_entries WHERE organization_id = $1";
    let stored = texts(server, sql, &[Value::Int64(house.id)]).concat();
    for secret in secrets {
        assert!(!log.text.contains(&secret) && !stored.contains(&secret), "a secret stands in the log");
    }
}

#[test]
fn what_was_refused_leaves_no_row() {
    let (server, house) = (server(), House::new(server()));
    let mut member = house.member.browser(server);
    let refused = member.write("POST", &house.path("/api_keys"), &json!({ "name": "x", "scopes": ["read"] }));
    assert_eq!(refused.status, 403, "{}", refused.text);
    let mut owner = house.owner.browser(server);
    assert_eq!(owner.write("DELETE", &house.membership(&house.owner), &json!({})).status, 422);
    let same = owner.write("PATCH", &house.membership(&house.admin), &json!({ "role": "admin" }));
    assert_eq!(same.status, 200, "{}", same.text);
    assert_eq!(owner.get(&house.path("/audit")).json()["entries"], json!([]), "and neither did what changed nothing");
}

#[test]
fn the_log_is_filtered_and_read_through_page_by_page() {
    let (server, house) = (server(), House::new(server()));
    let mut owner = house.owner.browser(server);
    for number in 0..5 {
        let named = owner.write("PATCH", &house.path(""), &json!({ "name": format!("Name {number}") }));
        assert_eq!(named.status, 200, "{}", named.text);
    }
    let minted = owner.write("POST", &house.path("/api_keys"), &json!({ "name": "x", "scopes": ["read"] }));
    assert_eq!(minted.status, 201, "{}", minted.text);
    let count = |query: &str| {
        let answer = owner.get(&house.path(&format!("/audit?{query}")));
        assert_eq!(answer.status, 200, "{query}: {}", answer.text);
        answer.json()["count"].as_i64().expect("a count")
    };
    let expected = [
        ("", 6),
        ("action_filter=api_key", 1),
        ("action_filter=api_key.minted", 1),
        ("action_filter=api_key.revoked", 0),
        ("action_filter=organization", 5),
        ("action_filter=organ", 0),
        ("from=2100-01-01", 0),
        ("from=2020-01-01&to=2100-01-01", 6),
        ("to=2020-01-01", 0),
    ];
    for (query, entries) in expected {
        assert_eq!(count(query), entries, "{query}");
    }
    let (mut path, mut seen) = (house.path("/audit?limit=4&action_filter=organization"), Vec::new());
    for _ in 0..2 {
        let page = owner.get(&path);
        seen.extend(
            page.json()["entries"].as_array().expect("entries").iter().map(|entry| entry["after"]["name"].clone()),
        );
        let Some(cursor) = page.json()["next_cursor"].as_str().map(str::to_owned) else { break };
        assert!(page.header("link").contains("rel=\"next\""), "{}", page.header("link"));
        path = house.path(&format!("/audit?limit=4&action_filter=organization&cursor={cursor}"));
    }
    let names: Vec<Json> = (0..5).rev().map(|number| json!(format!("Name {number}"))).collect();
    assert_eq!(seen, names);
    let wrong = owner.get(&house.path("/audit?from=yesterday"));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "invalid_parameter"), "{}", wrong.text);
}
