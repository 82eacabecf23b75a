//! The receivers of the documentation, run as they stand: each takes what is sent and refuses what is forged.

use super::stage::{Endpoint, body, eventually, header, receiver, server};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const PAGE: &str = include_str!("../../../../docs/webhooks.md");

/// The block of the page in that language.
fn block(language: &str) -> &'static str {
    let begin = PAGE.find(&format!("```{language}\n")).expect("a block") + language.len() + 4;
    &PAGE[begin..begin + PAGE[begin..].find("```").expect("its end")]
}

fn tools() -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/webhook-tools");
    assert!(tools.join("ready").exists(), "host/setup/webhooks.sh installs the libraries");
    tools.canonicalize().expect("a folder")
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a receiver of the page with the secret of its endpoint; what it printed of the event, and its answer to a forged one.
fn takes_events(name: &str, program: impl FnOnce(&Path) -> Command) {
    let folder = quarry_tests::server::fresh_folder(name).expect("a folder");
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let endpoint = Endpoint::new(server(), &format!("http://{free}/"));
    let mut command = program(&folder);
    command.env("PORT", free.port().to_string()).env("WEBHOOK_SECRET", &endpoint.secret).stdout(Stdio::piped());
    let mut running = Running(command.spawn().expect("it starts"));
    let mut printed = BufReader::new(running.0.stdout.take().expect("its output")).lines();
    eventually("it listens", || std::net::TcpStream::connect(free).is_ok());
    // Every event, as each of its families may write it.
    for event in ["data_export.ready", "price_alert.triggered", "liquidation.recorded", "chain_event.created"] {
        let data =
            json!({ "export_id": 17, "name": "Zoë — \u{1f30a}", "figure": null, "amount": "18446744073709551616" });
        let id = endpoint.emit(event, &data);
        let line = printed.next().expect("a line").expect("text");
        assert_eq!(line.trim(), format!("{id} {event}"));
    }
    eventually("each is taken", || endpoint.deliveries().iter().all(|one| one["state"] == "delivered"));
    let forged = ureq::post(format!("http://{free}/"))
        .config()
        .http_status_as_error(false)
        .build()
        .header("webhook-id", "evt_1")
        .header("webhook-timestamp", jiff::Timestamp::now().as_second().to_string())
        .header("webhook-signature", "v1,Zm9yZ2Vk")
        .send("{}")
        .expect("an answer");
    assert_eq!(forged.status(), 400, "{name} takes what is forged");
}

#[test]
fn the_receiver_in_python_takes_what_is_sent_and_refuses_what_is_forged() {
    takes_events("receiver-python", |folder| {
        let file = folder.join("receiver.py");
        std::fs::write(&file, block("python")).expect("a file");
        let mut command = Command::new(tools().join("python/bin/python"));
        command.arg("-u").arg(file);
        command
    });
}

#[test]
fn the_receiver_in_javascript_takes_what_is_sent_and_refuses_what_is_forged() {
    takes_events("receiver-javascript", |folder| {
        std::os::unix::fs::symlink(tools().join("node_modules"), folder.join("node_modules")).expect("a link");
        let file = folder.join("receiver.mjs");
        std::fs::write(&file, block("javascript")).expect("a file");
        let mut command = Command::new("node");
        command.arg(file);
        command
    });
}

// As the page has it.
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// Gives the event of a delivery, or the status to refuse it with. `body`: the bytes as they came.
fn receive(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<Value, StatusCode> {
    let webhook = standardwebhooks::Webhook::new(secret).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    webhook.verify(body, headers).map_err(|_| StatusCode::BAD_REQUEST)?;
    serde_json::from_slice(body).map_err(|_| StatusCode::BAD_REQUEST)
}

#[test]
fn the_receiver_in_rust_takes_what_is_sent_and_refuses_what_is_forged() {
    let here = include_str!("receivers.rs");
    assert!(here.contains(block("rust").trim()), "the page has another receiver than the one that is tried here");
    let receiver = receiver(|_| (204, String::new()));
    let endpoint = Endpoint::of(server(), &receiver);
    let id = endpoint.emit("data_export.ready", &json!({ "export_id": 17 }));
    eventually("it arrives", || !receiver.received().is_empty());
    let request = &receiver.received()[0];
    let mut headers = HeaderMap::new();
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
        headers.insert(name, header(request, name).parse().expect("a header"));
    }
    assert_eq!(receive(&endpoint.secret, &headers, body(request).as_bytes()).expect("it is signed")["id"], id);
    assert_eq!(receive(&endpoint.secret, &headers, b"{}"), Err(StatusCode::BAD_REQUEST));
}
