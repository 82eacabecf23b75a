//! The receivers of the documentation, run as they stand: each takes what is sent and refuses what is forged.

use super::stage::{Endpoint, body, eventually, header, receiver, server};
use http::{HeaderMap, StatusCode};
use quarry_tests::bounded::{self, Running};
use serde_json::{Value as Json, json};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PAGE: &str = include_str!("../../../../docs/webhooks.md");

/// The longest that a receiver takes to print an event, on a busy machine.
const PRINTS_WITHIN: Duration = Duration::from_secs(120);

/// The header that a receiver of the page checks; it has one of each in each language, in this order.
#[derive(Debug, Clone, Copy)]
enum Checks {
    StandardSignature,
    ServiceSignature,
}

/// The block of the page in that language which checks that header.
fn block(language: &str, checks: Checks) -> &'static str {
    let opening = format!("```{language}\n");
    let mut blocks = PAGE.split(opening.as_str()).skip(1);
    let block = blocks.nth(checks as usize).expect("a block");
    &block[..block.find("```").expect("its end")]
}

/// The events that an endpoint can ask for, each with a body as the contract shows it and with one that a reader of bytes may stumble over.
fn bodies() -> Vec<(String, Json)> {
    let document = server().get_keyless("/openapi.session.json").json();
    let declared = document["webhooks"].as_object().expect("webhooks");
    let mut names: Vec<&str> = declared.keys().map(String::as_str).collect();
    names.sort_unstable();
    let all =
        ["chain_event.created", "data_export.ready", "liquidation.recorded", "price_alert.triggered", "webhook.test"];
    assert_eq!(names, all, "the contract shows every event");
    let asked_for = declared.iter().filter(|(name, _)| *name != "webhook.test");
    let with_body = asked_for.flat_map(|(name, event)| {
        let example = event.pointer("/post/requestBody/content/application~1json/example/data").expect("an example");
        let mut strange = example.clone();
        strange["name"] = json!("Zoë — \u{1f30a} </script> \\u0000 \" \u{2028}");
        strange["figure"] = Json::Null;
        strange["amount"] = json!("18446744073709551616");
        [(name.clone(), example.clone()), (name.clone(), strange)]
    });
    with_body.collect()
}

fn tools() -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/webhook-tools");
    assert!(tools.join("ready").exists(), "host/setup/webhooks.sh installs the libraries");
    tools.canonicalize().expect("a folder")
}

/// Runs a receiver of the page with the secret of its endpoint; what it printed of the event, and its answer to a forged one.
fn takes_events(name: &str, program: impl FnOnce(&Path) -> Command) {
    let folder = quarry_tests::server::fresh_folder(name).expect("a folder");
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let mut endpoint = Endpoint::new(server(), &format!("http://{free}/"));
    // Before it is there: what failed once is signed anew when it is sent again.
    let early = endpoint.emit("data_export.ready", &json!({ "export_id": 0 }));
    eventually("nobody listens", || endpoint.shown()["consecutive_failures"] == 1);
    let mut command = program(&folder);
    command.env("PORT", free.port().to_string()).env("WEBHOOK_SECRET", &endpoint.secret).stdout(Stdio::piped());
    let mut running = Running(command.spawn().expect("it starts"));
    let printed = bounded::lines(running.0.stdout.take().expect("its output"));
    // A delivery that fails is made again after five seconds, and after half a minute.
    let next = |endpoint: &Endpoint, event: &str| {
        let line = printed.recv_timeout(PRINTS_WITHIN);
        line.unwrap_or_else(|_| panic!("{name} does not print {event}: {:?}", endpoint.deliveries()))
    };
    eventually("it listens", || std::net::TcpStream::connect(free).is_ok());
    assert!(running.0.try_wait().expect("its state").is_none(), "{name} has ended: somebody else listens");
    endpoint.hasten();
    assert_eq!(next(&endpoint, &early).trim(), format!("{early} data_export.ready"));
    for (event, data) in bodies() {
        let id = endpoint.emit(&event, &data);
        assert_eq!(next(&endpoint, &id).trim(), format!("{id} {event}"));
    }
    let tried = endpoint.admin.write("POST", &endpoint.path("/test"), &json!({}));
    assert_eq!(tried.status, 202, "{}", tried.text);
    let line = next(&endpoint, "webhook.test");
    assert_eq!(line.trim(), format!("{} webhook.test", tried.json()["event_id"].as_str().unwrap_or_default()));
    let resend = endpoint.path(&format!("/deliveries/{}/resend", tried.json()["id"]));
    assert_eq!(endpoint.admin.write("POST", &resend, &json!({})).status, 200);
    assert_eq!(next(&endpoint, "it again").trim(), line.trim(), "the same event again");
    eventually("each is taken", || endpoint.deliveries().iter().all(|one| one["state"] == "delivered"));
    let forged = ureq::post(format!("http://{free}/"))
        .config()
        .http_status_as_error(false)
        .timeout_global(Some(PRINTS_WITHIN))
        .build()
        .header("webhook-id", "evt_1")
        .header("webhook-timestamp", jiff::Timestamp::now().as_second().to_string())
        .header("webhook-signature", "v1,Zm9yZ2Vk")
        .header("x-service-signature", "f0".repeat(32))
        .send("{}")
        .expect("an answer");
    assert_eq!(forged.status(), 400, "{name} takes what is forged");
}

#[test]
fn the_receivers_in_python_take_what_is_sent_and_refuse_what_is_forged() {
    quarry_tests::on_one_engine!();
    for checks in [Checks::StandardSignature, Checks::ServiceSignature] {
        takes_events(&format!("receiver-python-{checks:?}"), |folder| {
            let file = folder.join("receiver.py");
            std::fs::write(&file, block("python", checks)).expect("a file");
            let mut command = Command::new(tools().join("python/bin/python"));
            command.arg("-u").arg(file);
            command
        });
    }
}

#[test]
fn the_receivers_in_javascript_take_what_is_sent_and_refuse_what_is_forged() {
    quarry_tests::on_one_engine!();
    for checks in [Checks::StandardSignature, Checks::ServiceSignature] {
        takes_events(&format!("receiver-javascript-{checks:?}"), |folder| {
            std::os::unix::fs::symlink(tools().join("node_modules"), folder.join("node_modules")).expect("a link");
            let file = folder.join("receiver.mjs");
            std::fs::write(&file, block("javascript", checks)).expect("a file");
            let mut command = Command::new("node");
            command.arg(file);
            command
        });
    }
}

/// As the page has it.
#[rustfmt::skip]
#[expect(unreachable_pub, reason = "as somebody's program has it")]
mod standard_signature {
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// Gives the event of a delivery, or the status to refuse it with. `body`: the bytes as they came.
pub fn receive(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<Value, StatusCode> {
    let webhook = standardwebhooks::Webhook::new(secret).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    webhook.verify(body, headers).map_err(|_| StatusCode::BAD_REQUEST)?;
    serde_json::from_slice(body).map_err(|_| StatusCode::BAD_REQUEST)
}
}

/// As the page has it, under the other header.
#[rustfmt::skip]
#[expect(unreachable_pub, reason = "as somebody's program has it")]
mod service_signature {
use http::{HeaderMap, StatusCode};
use ring::hmac;
use serde_json::Value;

/// Gives the event of a delivery, or the status to refuse it with. `body`: the bytes as they came.
pub fn receive(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<Value, StatusCode> {
    let received = headers.get("x-service-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let byte = |at: usize| received.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let received: Vec<u8> = (0..received.len()).step_by(2).map_while(byte).collect();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hmac::verify(&key, body, &received).map_err(|_| StatusCode::BAD_REQUEST)?;
    serde_json::from_slice(body).map_err(|_| StatusCode::BAD_REQUEST)
}
}

#[test]
fn the_receivers_in_rust_take_what_is_sent_and_refuse_what_is_forged() {
    quarry_tests::on_one_engine!();
    let here = include_str!("receivers.rs");
    for checks in [Checks::StandardSignature, Checks::ServiceSignature] {
        assert!(here.contains(block("rust", checks).trim()), "the page has another receiver than the one tried here");
    }
    let receivers = [standard_signature::receive, service_signature::receive];
    let receiver = receiver(|before| (if before == 0 { 503 } else { 204 }, String::new()));
    let endpoint = Endpoint::of(server(), &receiver);
    let mut sent = vec![endpoint.emit("data_export.ready", &json!({ "export_id": 0 }))];
    eventually("it fails", || endpoint.shown()["consecutive_failures"] == 1);
    endpoint.hasten();
    eventually("it is sent again", || endpoint.shown()["consecutive_failures"] == 0);
    sent.extend(bodies().iter().map(|(event, data)| endpoint.emit(event, data)));
    eventually("each arrives", || receiver.received().len() == sent.len() + 1);
    for request in &receiver.received() {
        let mut headers = HeaderMap::new();
        for name in ["webhook-id", "webhook-timestamp", "webhook-signature", "x-service-signature"] {
            headers.insert(name, header(request, name).parse().expect("a header"));
        }
        for receive in receivers {
            let event = receive(&endpoint.secret, &headers, body(request).as_bytes()).expect("it is signed");
            assert_eq!(event["id"], header(request, "webhook-id"));
            assert!(sent.iter().any(|id| event["id"] == *id), "{event}");
            assert_eq!(receive(&endpoint.secret, &headers, b"{}"), Err(StatusCode::BAD_REQUEST));
        }
    }
}
