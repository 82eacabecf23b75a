//! The commands of the documents, pasted into a shell.

use crate::support::{documents, operations, server};
use quarry_tests::bounded;
use quarry_tests::server::{Options, Server};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn every_command_of_the_documents_answers_on_the_sample() {
    let (server, mut failures, mut asked) = (server(), Vec::new(), 0);
    wait_for_the_export(server);
    for (method, path, operation) in operations(&documents()[0]) {
        let command = operation["x-codeSamples"][0]["source"].as_str().expect("a command").to_owned();
        if command.contains("$LINK") {
            assert!(path.starts_with("/objects/"), "{path} is led to by another operation");
            continue;
        }
        // A letter leads there, with a token that no example can have; `api/alerts/letters` follows it.
        if path.starts_with("/public/alert_letters/") {
            continue;
        }
        // They change the pages that others look at; see below.
        if path.starts_with("/research/") && !method.eq_ignore_ascii_case("get") {
            continue;
        }
        failures.extend(pasted(server, &command).map(|status| format!("{method} {path}: {status}: {command}")));
        asked += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(asked > 40, "{asked}");
}

#[test]
fn every_command_that_writes_research_answers_on_the_sample() {
    let server = Server::start(&Options::default()).expect("a server of its own");
    let (mut failures, mut asked) = (Vec::new(), 0);
    for (method, path, operation) in operations(&documents()[0]) {
        // The key of the sample is an editor's, and owners alone put a page into the trash.
        let is_read_or_removed = ["get", "delete"].iter().any(|other| method.eq_ignore_ascii_case(other));
        if !path.starts_with("/research/") || is_read_or_removed {
            continue;
        }
        let command = operation["x-codeSamples"][0]["source"].as_str().expect("a command");
        failures.extend(pasted(&server, command).map(|status| format!("{method} {path}: {status}: {command}")));
        asked += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(asked > 4, "{asked}");
}

/// Pastes a command into a shell; gives the status of an answer that is not a good one.
fn pasted(server: &Server, command: &str) -> Option<String> {
    let silent = command.replacen("curl", "curl --silent --output /dev/null --write-out '%{http_code}'", 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &silent]).env("QUARRY_ORIGIN", &server.base_url).env("QUARRY_API_KEY", &server.full_key);
    let output = bounded::output(&mut shell, bounded::SHORT).expect("it ends");
    let status = String::from_utf8_lossy(&output.stdout).into_owned();
    (!["200", "201", "202"].contains(&status.as_str())).then_some(status)
}

/// The sample's export is written by the host once it serves.
fn wait_for_the_export(server: &Server) {
    let began = Instant::now();
    while server.get_with_key("/datasets/requests/1", &server.full_key).json()["status"] != "completed" {
        assert!(
            began.elapsed() < bounded::beside_others(Duration::from_secs(60)),
            "the export of the sample is not written"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}
