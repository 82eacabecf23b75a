//! Exports through a key: created and submitted at once, as the member who minted it.

use super::exports::{bytes_at, csv_rows, number, on_plan, path_of, sha256};
use super::{got, of_itself};
use crate::organizations::house::House;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

fn mint(house: &House, browser: &mut Browser<'_>, scopes: &[&str]) -> String {
    let body = json!({ "name": "notebook", "scopes": scopes });
    let answer = browser.write("POST", &house.path("/api_keys"), &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["secret"].as_str().expect("a key").to_owned()
}

fn create(key: &str, dataset: &str, body: &Json) -> Answer {
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    shared().send_body("POST", &format!("/datasets/{dataset}/requests"), &headers, body.to_string().as_bytes())
}

fn polled(key: &str, id: &Json) -> Json {
    let began = Instant::now();
    loop {
        let answer = shared().get_with_key(&format!("/datasets/requests/{id}"), key);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let record = answer.json();
        if !matches!(record["status"].as_str(), Some("queued" | "running")) {
            return record;
        }
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "{record}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn an_export_is_created_polled_and_fetched_by_a_key() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let key = mint(&house, &mut admin, &["exports"]);
    let body = json!({ "filters": { "chain": "ethereum" }, "columns": ["address", "symbol", "gas"] });
    let created = create(&key, "tokens", &body);
    assert_eq!((created.status, &created.json()["status"]), (201, &json!("queued")), "{}", created.text);
    assert_eq!(created.json()["dropped_columns"], json!(["gas"]));
    let id = created.json()["id"].clone();
    let record = polled(&key, &id);
    assert_eq!(record["status"], "completed", "{record}");
    assert_eq!(record["requester"]["id"], json!(house.admin.id), "as the member who minted the key");
    let bearer = format!("Bearer {key}");
    let path = format!("/api/v1/datasets/requests/{id}/download");
    let (status, bytes) = bytes_at(shared(), &path, &[("authorization", &bearer)]);
    assert_eq!((status, &record["checksum_sha256"]), (200, &json!(sha256(&bytes))));
    assert_eq!(json!(csv_rows(&bytes).len()), record["row_count"]);
    let page = got(&admin, &path_of(id.as_i64().expect("a number")));
    assert_eq!(of_itself(&page), record, "it is the member's own");
    let missing = shared().get_with_key(&format!("/datasets/requests/{id}/download?format=parquet"), &key);
    assert_eq!((missing.status, missing.code().as_str()), (409, "download_unavailable"), "{}", missing.text);
    let audited = "SELECT count(*) AS number FROM audit_entries WHERE action = 'data.downloaded' AND actor_key_id IS NOT NULL \
                   AND target_id = $1";
    assert_eq!(number(shared(), audited, &[Value::Text(id.to_string())]), 1);
    let event = "SELECT count(*) AS number FROM events WHERE name = 'data_export.ready' AND organization_id = $1";
    assert_eq!(number(shared(), event, &[Value::Int64(house.id)]), 1);

    // A key of a colleague, of the same organization, reaches only what that colleague built.
    let mut owner = house.owner.browser(shared());
    let other = mint(&house, &mut owner, &["exports", "read"]);
    for path in [format!("/datasets/requests/{id}"), format!("/datasets/requests/{id}/download")] {
        let answer = shared().get_with_key(&path, &other);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{}", answer.text);
    }
    let read = mint(&house, &mut owner, &["read"]);
    let refused = create(&read, "tokens", &json!({}));
    assert_eq!((refused.status, refused.code().as_str()), (403, "missing_scope"), "{}", refused.text);
}

#[test]
fn what_a_key_asks_wrongly_is_refused_and_leaves_nothing_behind() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let key = mint(&house, &mut admin, &["exports"]);
    for (dataset, body, status, code) in [
        ("trades", json!({}), 404, "not_found"),
        ("swaps", json!({ "filters": { "chain": "atlantis" } }), 422, "validation_failed"),
        ("swaps", json!({ "filters": { "block_from": 9, "block_to": 8 } }), 422, "validation_failed"),
        ("chain_events", json!({ "formats": ["parquet"] }), 422, "validation_failed"),
        ("swaps", json!({ "formats": ["xlsx"] }), 422, "validation_failed"),
    ] {
        let answer = create(&key, dataset, &body);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{dataset} {body}: {}", answer.text);
    }
    let left = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1";
    assert_eq!(number(shared(), left, &[Value::Int64(house.admin.id)]), 0);
    let (_, ada) = on_plan(shared(), "team");
    assert_eq!(got(&ada, "/session/data/requests")["count"], json!(0));
}
