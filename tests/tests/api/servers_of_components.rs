//! Servers that a deployment gives a component or does not, those whose addresses the operator writes, and those of this machine that stand in
//! for others: what a component asks goes where the operator said, and nowhere else.

use crate::connected::{assert_failure, configuration, grants, outside, send, start, strict_server};
use quarry_tests::server::quarry;
use serde_json::json;

#[test]
fn a_component_serves_without_a_server_that_the_deployment_does_not_give() {
    quarry_tests::on_one_engine!();
    let without = start("no-server", &grants());
    let answers = send(
        &without,
        json!([
            { "url": "https://named.example/" },
            { "url": "server:model/chat" },
            { "url": "https://elsewhere.example/" },
        ]),
    );
    assert_failure(&answers[0], "server-not-given", "the deployment does not give named.example to the component");
    assert_failure(&answers[1], "server-not-given", "has no address for server:model in components.servers");
    assert_failure(&answers[2], "not-granted", "the manifest does not name elsewhere.example");
}

#[test]
fn a_server_whose_address_the_operator_wrote_is_asked_by_its_name() {
    quarry_tests::on_one_engine!();
    let answers = send(
        strict_server(),
        json!([
            { "url": "server:model/chat?turn=1" },
            { "url": "server:absent/chat" },
            { "url": "server:unnamed/chat" },
            { "url": "server:model/chat", "headers": [["host", "x"]] },
        ]),
    );
    assert_eq!((&answers[0]["status"], &answers[0]["body"]), (&json!(200), &json!("modeled")), "{}", answers[0]);
    assert_failure(&answers[1], "server-not-given", "has no address for server:absent in components.servers");
    assert_failure(&answers[2], "not-granted", "does not name server:unnamed in its outbound-hosts");
    assert_failure(&answers[3], "rejected", "the header host is the host's");
    let host = format!("\r\nhost: 127.0.0.1:{}\r\n", outside().address.port());
    let received = outside().received();
    assert!(received.iter().any(|asked| asked.starts_with("GET /v1/chat?turn=1 ") && asked.contains(&host)), "{host}");
}

#[test]
fn no_path_leads_out_of_the_address_that_the_operator_wrote() {
    quarry_tests::on_one_engine!();
    let paths = [
        "/../secret",
        "/./../../secret",
        "/%2e%2e/secret",
        "/.%2E/secret",
        "/a/../../secret",
        "/..\\..\\secret",
        "/..%2fsecret",
        "/..%5Csecret",
        "/%2F..%2Fsecret",
    ];
    for path in paths {
        let answers = send(strict_server(), json!([{ "url": format!("server:model{path}") }]));
        assert_failure(&answers[0], "rejected", "out of");
    }
    assert!(outside().received().iter().all(|asked| !asked.contains("secret")), "nothing of it was sent");
    let above = send(strict_server(), json!([{ "url": "server:model@elsewhere.example/" }]));
    assert_failure(&above[0], "not-granted", "does not name server:model@elsewhere.example");
}

#[test]
fn a_stand_in_answers_for_the_server_whose_name_it_has_and_for_no_other() {
    quarry_tests::on_one_engine!();
    let port = outside().address.port();
    let answers = send(
        strict_server(),
        json!([
            { "url": "https://stood.example/stood" },
            { "url": "http://stood.example/stood" },
            { "url": "https://stood.example:8443/stood" },
            { "url": format!("https://localhost:{port}/strict") },
        ]),
    );
    assert_eq!((&answers[0]["status"], &answers[0]["body"]), (&json!(201), &json!("hello")), "{}", answers[0]);
    assert_failure(&answers[1], "rejected", "the URL's scheme is http; only https is allowed");
    assert_failure(&answers[2], "not-granted", "the manifest does not name stood.example:8443");
    assert_failure(&answers[3], "address-refused", "cannot be reached from here");
    let received = outside().received();
    let stood: Vec<_> = received.iter().filter(|asked| asked.starts_with("GET /stood ")).collect();
    assert_eq!(stood.len(), 1, "{stood:?}");
    assert!(stood[0].contains("\r\nhost: stood.example\r\n"), "{stood:?}");
    // Names are checked as ever: without the deployment's word nobody stands in.
    let ungiven = "[components.outbound_http]\ncomplete = [\"named.example\"]\n";
    let development = format!("[development]\nstand_ins = [\"stood.example=127.0.0.1:{port}\"]\n");
    let other = start("no-stand-in", &format!("{}{ungiven}{development}", grants()));
    let refused = send(&other, json!([{ "url": "https://stood.example/stood" }]));
    assert_failure(&refused[0], "server-not-given", "does not give stood.example");
}

#[test]
fn what_an_operator_mistyped_about_servers_is_named() {
    quarry_tests::on_one_engine!();
    let cases = [
        ("[development]\nstand_ins = [\"stood.example=10.0.0.5:80\"]\n", "leads away from this machine"),
        ("[development]\nstand_ins = [\"stood.example\"]\n", "is no stand-in"),
        ("[components.servers]\ncomplete = { model = \"10.0.0.5:11434\" }\n", "is no address of a server"),
        ("[components.servers]\ncomplete = { model = \"http://user:word@a.example/\" }\n", "is no address of a server"),
        ("[components.servers]\ncomplete = { \"1\" = \"http://a.example/\" }\n", "names no server"),
    ];
    for (number, (further, sentence)) in cases.into_iter().enumerate() {
        let config = configuration(&format!("mistyped-{number}"), &format!("{}{further}", grants()));
        let output = quarry(&["plugin", "list", "--config", &config.display().to_string()]).expect("runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(sentence), "{sentence}: {told}");
    }
}
