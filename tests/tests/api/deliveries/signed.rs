//! What arrives: the payload, under the endpoint's secret, so that a receiver can tell it from a forged one.

use super::stage::{Endpoint, body, eventually, header, receiver, server};
use quarry::contract::Secret;
use quarry::deliveries::signature::SigningKey;
use serde_json::{Value as Json, json};
use standardwebhooks::Webhook;

/// The headers as the library takes them.
fn headers(request: &str) -> http::HeaderMap {
    let mut headers = http::HeaderMap::new();
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
        headers.insert(name, header(request, name).parse().expect("a header"));
    }
    headers
}

/// HMAC-SHA-256 keyed with the secret as it is shown, as a library has it that is not the host's.
fn hmac_hex(secret: &str, bytes: &[u8]) -> String {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    ring::hmac::sign(&key, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn an_event_arrives_once_under_its_id_and_signed_for_its_endpoint() {
    let receiver = receiver(|_| (202, String::new()));
    let endpoint = Endpoint::of(server(), &receiver);
    let stranger = Endpoint::of(server(), &receiver);
    let data = json!({ "export_id": 17, "dataset": "swaps", "row_count": 9, "checksum_sha256": "ab".repeat(32) });
    let id = endpoint.emit("data_export.ready", &data);
    eventually("it arrives", || !receiver.received().is_empty());
    eventually("it is shown", || endpoint.deliveries()[0]["state"] == "delivered");
    let received = receiver.received();
    assert_eq!(received.len(), 1, "once, and to nobody else: {received:?}");
    let request = &received[0];
    assert!(request.starts_with("POST /hook?tenant=7 HTTP/1.1"), "{request}");
    let payload: Json = serde_json::from_str(body(request)).expect("JSON");
    assert_eq!((&payload["id"], &payload["event"], &payload["data"]), (&json!(id), &json!("data_export.ready"), &data));
    assert!(payload["created_at"].as_str().is_some_and(|at| at.parse::<jiff::Timestamp>().is_ok()), "{payload}");
    assert_eq!(
        (header(request, "webhook-id"), header(request, "x-service-event")),
        (id, "data_export.ready".to_owned())
    );
    Webhook::new(&endpoint.secret)
        .expect("a secret")
        .verify(body(request).as_bytes(), &headers(request))
        .expect("it is signed");
    let forged = Webhook::new(&stranger.secret).expect("a secret").verify(body(request).as_bytes(), &headers(request));
    assert!(forged.is_err(), "another endpoint's secret signs it too");
    assert_eq!(header(request, "x-service-signature"), hmac_hex(&endpoint.secret, body(request).as_bytes()));
    let shown = &endpoint.deliveries()[0];
    assert_eq!((&shown["status"], &shown["answer"], &shown["attempts"]), (&json!(202), &json!("ok"), &json!(1)));
    assert!(stranger.deliveries().is_empty());
    assert!(!server().log().contains(&endpoint.secret), "a secret stands in the log");
}

#[test]
fn after_a_rotation_both_secrets_sign_and_the_new_one_alone_the_service_header() {
    let receiver = receiver(|_| (200, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    let rotated = endpoint.admin.write("POST", &endpoint.path("/rotate_secret"), &json!({})).json();
    let new = rotated["secret"].as_str().expect("a secret").to_owned();
    endpoint.emit("chain_event.created", &json!({ "watch_ids": [3], "event": {} }));
    eventually("it arrives", || !receiver.received().is_empty());
    let request = &receiver.received()[0];
    for secret in [&endpoint.secret, &new] {
        Webhook::new(secret)
            .expect("a secret")
            .verify(body(request).as_bytes(), &headers(request))
            .expect("it is signed");
    }
    assert_eq!(header(request, "x-service-signature"), hmac_hex(&new, body(request).as_bytes()));
}

#[test]
fn an_endpoint_hears_of_what_it_asks_for_and_of_its_own_organization() {
    let receiver = receiver(|_| (200, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    let only = json!({ "url": format!("http://{}/only", receiver.address), "events": ["liquidation.recorded"] });
    assert_eq!(endpoint.admin.write("POST", &endpoint.house.path("/webhooks"), &only).status, 201);
    endpoint.emit("data_export.ready", &json!({}));
    let last = endpoint.emit("liquidation.recorded", &json!({}));
    eventually("both hear of the last", || {
        receiver.received().iter().filter(|request| header(request, "webhook-id") == last).count() == 2
    });
    let heard =
        |path: &str| receiver.received().iter().filter(|request| request.starts_with(&format!("POST {path}"))).count();
    assert_eq!((heard("/hook"), heard("/only")), (2, 1));
}

#[test]
fn the_published_examples_of_signatures_are_what_is_sent() {
    let page = include_str!("../../../../docs/webhooks.md");
    let value = |name: &str| {
        let line =
            page.lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap_or_else(|| panic!("no {name}"));
        line.split_once(": ").map(|(_, value)| value.to_owned()).expect("a value")
    };
    let (secret, text) = (value("secret"), value("body"));
    let key = SigningKey::of(&Secret::new(secret.clone())).expect("a key");
    let timestamp = value("webhook-timestamp").parse().expect("a number");
    assert_eq!(key.standard(&value("webhook-id"), timestamp, text.as_bytes()), value("webhook-signature"));
    assert_eq!(key.of_body(text.as_bytes()), value("x-service-signature"));
    assert_eq!(hmac_hex(&secret, text.as_bytes()), value("x-service-signature"), "by another library");
    let signed = Webhook::new(&secret).expect("a secret").sign(&value("webhook-id"), timestamp, text.as_bytes());
    assert_eq!(signed.expect("a signature"), value("webhook-signature"), "by another library");
}
