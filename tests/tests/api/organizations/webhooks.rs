//! Webhook endpoints: an address that leads inside, a secret that is seen twice.

use super::house::{House, execute, in_store, server};
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

const GOOD: &str = "https://hook.example/quarry?tenant=7";

#[test]
fn an_address_that_leads_inside_is_never_registered() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    for url in [
        "http://hook.example/",
        "ftp://hook.example/",
        "hook.example",
        "https://",
        "https://user:password@hook.example/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.7]/",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.7:8443/",
        // Names that exist, at ports of mail servers, shells and others that speak no HTTP.
        "https://hook.example:22/",
        "https://hook.example:25/",
        "https://hook.example:853/",
        "https://hook.example:6667/",
        "https://hook.example:0/",
        "https://private.example/",
        "https://loopback.example/",
        "https://metadata.example/",
        "https://mixed.example/",
        "https://mapped.example/",
        "https://nowhere.example/",
    ] {
        let refused = admin.write("POST", &house.path("/webhooks"), &json!({ "url": url }));
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{url}: {}", refused.text);
        let sentence = refused.json()["fields"]["url"].as_str().unwrap_or_default().to_owned();
        // What a name leads to is not for strangers to find out.
        let tells = sentence.contains("10.0.0.7") && !url.contains("10.0.0.7");
        assert!(sentence.ends_with('.') && !tells, "{url}: {}", refused.text);
    }
    let long = format!("https://hook.example/{}", "x".repeat(2_100));
    assert_eq!(admin.write("POST", &house.path("/webhooks"), &json!({ "url": long })).status, 422);
    assert_eq!(admin.get(&house.path("/webhooks")).json()["webhooks"], json!([]));
}

#[test]
fn a_refusal_does_not_tell_which_names_there_are_inside_the_network() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    // Of these one is unknown and the others lead inside, each to another kind of address.
    let names = ["nowhere", "private", "loopback", "metadata", "mixed", "mapped"];
    let webhook = names.map(|name| {
        let body = json!({ "url": format!("https://{name}.example/") });
        let refused = admin.write("POST", &house.path("/webhooks"), &body);
        refused.json()["fields"]["url"].as_str().unwrap_or_default().replace(name, "NAME")
    });
    let issuer = names.map(|name| {
        let body = json!({ "issuer": format!("https://{name}.example"), "client_id": "quarry", "client_secret": "s" });
        let refused = admin.write("PATCH", &house.path("/sso"), &body);
        refused.json()["fields"]["issuer"].as_str().unwrap_or_default().replace(name, "NAME")
    });
    for told in [webhook, issuer] {
        assert!(told[0].contains("NAME.example cannot be reached from here"), "{told:?}");
        assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    }
}

#[test]
fn a_signing_secret_is_shown_once_and_stored_sealed() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let body = json!({ "url": GOOD, "events": ["data_export.ready", "chain_event.created"] });
    let added = admin.write("POST", &house.path("/webhooks"), &body);
    assert_eq!((added.status, added.header("cache-control")), (201, "no-store"), "{}", added.text);
    let added = added.json();
    let secret = added["secret"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("whsec_") && secret.len() > 30, "{secret}");
    assert_eq!(added["webhook"]["events"], json!(["chain_event.created", "data_export.ready"]));
    let id = added["webhook"]["id"].as_i64().expect("a number");
    let rotated = admin.write("POST", &house.path(&format!("/webhooks/{id}/rotate_secret")), &json!({})).json();
    let second = rotated["secret"].as_str().expect("a secret").to_owned();
    assert_ne!(second, secret);
    let until: jiff::Timestamp =
        rotated["webhook"]["previous_secret_until"].as_str().expect("an end").parse().expect("a time");
    let left = until.duration_since(jiff::Timestamp::now()).as_secs();
    assert!((86_300..=86_400).contains(&left), "the old one signs for a day: {left} s");
    let list = admin.get(&house.path("/webhooks")).text;
    let stored = in_store(server, async |store| {
        let sql = "SELECT sealed_secret, previous_sealed_secret FROM webhook_endpoints WHERE id = $1";
        let rows = store.query(sql, &[Value::Int64(id)]).await?;
        let row = Row::first(&rows).expect("a row");
        Ok([row.bytes("sealed_secret")?, row.bytes("previous_sealed_secret")?])
    });
    for secret in [&secret, &second] {
        assert!(!list.contains(secret.as_str()), "{list}");
        let shows = |bytes: &Vec<u8>| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!stored.iter().any(shows), "it is stored as it is");
    }
    assert_ne!(stored[0], stored[1]);
}

#[test]
fn a_disabled_endpoint_is_switched_on_again_and_a_removed_one_is_gone() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let added = admin.write("POST", &house.path("/webhooks"), &json!({ "url": GOOD })).json();
    assert_eq!(added["webhook"]["events"].as_array().map(Vec::len), Some(4), "every event");
    let id = added["webhook"]["id"].clone();
    let path = house.path(&format!("/webhooks/{id}"));
    let sql = "UPDATE webhook_endpoints SET disabled_at = 1, consecutive_failures = 10 WHERE organization_id = $1";
    execute(server, sql, &[Value::Int64(house.id)]);
    let shown = |list: Json| list["webhooks"][0].clone();
    assert_eq!(shown(admin.get(&house.path("/webhooks")).json())["enabled"], false);
    let enabled = admin.write("PATCH", &path, &json!({}));
    assert_eq!(enabled.status, 200, "{}", enabled.text);
    assert_eq!((&enabled.json()["enabled"], &enabled.json()["consecutive_failures"]), (&json!(true), &json!(0)));
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(admin.write("DELETE", &path, &json!({})).status, 404);
    assert_eq!(admin.get(&house.path("/webhooks")).json()["webhooks"], json!([]));
}

#[test]
fn endpoints_and_their_events_are_bounded() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let none = admin.write("POST", &house.path("/webhooks"), &json!({ "url": GOOD, "events": [] }));
    assert!(none.json()["fields"]["events"].is_string(), "{}", none.text);
    let unknown = admin.write("POST", &house.path("/webhooks"), &json!({ "url": GOOD, "events": ["moon.full"] }));
    assert_eq!(unknown.status, 422, "{}", unknown.text);
    for _ in 0..20 {
        assert_eq!(admin.write("POST", &house.path("/webhooks"), &json!({ "url": GOOD })).status, 201);
    }
    let refused = admin.write("POST", &house.path("/webhooks"), &json!({ "url": GOOD }));
    assert_eq!((refused.status, refused.code().as_str()), (422, "too_many_webhooks"), "{}", refused.text);
    assert_eq!(refused.json()["limit"], 20);
}
