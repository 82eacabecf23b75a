//! Blocks that are fetched or derived again: what the data say now, and the words of people left as they were.

use super::figures::transaction;
use super::{Desk, MADE_AT, good, integer, stored, text};
use crate::datasets::ask;
use crate::organizations::house::{execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn attrs(block: i64) -> Json {
    let stored = texts(shared(), "SELECT attrs AS text FROM research_blocks WHERE id = $1", &[integer(block)]);
    serde_json::from_str(&stored[0]).expect("JSON")
}

fn version(block: i64) -> i64 {
    stored("SELECT version AS number FROM research_blocks WHERE id = $1", &[integer(block)])
}

#[test]
fn a_live_value_is_derived_again() {
    let mut desk = Desk::new();
    // A figure of this test alone, because its record is changed.
    let figure = json!({ "dataset": "liquidations", "aggregate": "count", "filters": { "block_to": 9_000_000_000_000_001_i64 } });
    let inserted = good(&desk.post("derive", &figure), 201);
    let block = inserted["block"]["id"].as_i64().expect("an id");
    let citation = &inserted["citation"];
    let hash = citation["hash"].as_str().expect("a hash").trim_start_matches("0x");
    let hash = (0..32).map(|at| u8::from_str_radix(&hash[2 * at..2 * at + 2], 16).expect("hex")).collect();
    let hash = Value::Bytes(hash);
    execute(
        shared(),
        "UPDATE cited_figures SET verification_state = 'mismatch', derived_value = '7' WHERE hash = $1",
        std::slice::from_ref(&hash),
    );
    let holds = good(&desk.refresh(block), 200);
    assert_eq!(holds["citation"]["verification_state"], "verified");
    assert_eq!((&holds["citation"]["value"], &holds["citation"]["derived_value"]), (&citation["value"], &Json::Null));
    assert_eq!(holds["block"], inserted["block"]);
    assert_eq!(holds["document_version"], inserted["document_version"], "no word of the page changed");

    let value = citation["value"].as_str().expect("a value");
    let other = format!("9{value}");
    let sql = "UPDATE cited_figures SET canonical = replace(canonical, $1, $2), value = $3 WHERE hash = $4";
    let member = |value: &str| text(&format!("\"value\":\"{value}\""));
    execute(shared(), sql, &[member(value), member(&other), text(&other), hash]);
    // A citation is found by the token in its body too.
    let by_token =
        desk.block("citation", &format!("See {} there", citation["token"].as_str().expect("a token")), &json!({}), 9);
    for block in [block, by_token] {
        let drifted = good(&desk.refresh(block), 200)["citation"].clone();
        assert_eq!(drifted["verification_state"], "mismatch");
        assert_eq!((&drifted["value"], &drifted["derived_value"]), (&json!(other), &json!(value)));
    }
    let public =
        shared().get_keyless(&format!("/public/citations/{}", citation["hash"].as_str().expect("a hash"))).json();
    assert_eq!(public["verification_state"], "mismatch");
}

#[test]
fn a_citation_of_another_space_is_not_derived() {
    let (mut desk, mut other) = (Desk::new(), Desk::new());
    let theirs = good(&other.post("derive", &json!({ "dataset": "liquidations", "aggregate": "count" })), 201);
    let id = &theirs["citation"]["id"];
    for (body, attrs) in [
        ("", json!({ "citation_id": id })),
        (&*format!("{{{{derived:{id}}}}}"), json!({})),
        ("", json!({})),
        ("{{derived:x}}", json!({})),
    ] {
        let block = desk.block("live_value", body, &attrs, 0);
        refused(&desk.refresh(block), 422, "nothing_to_refresh", None);
    }
    let paragraph = desk.block("paragraph", "Words", &json!({}), 0);
    refused(&desk.refresh(paragraph), 422, "nothing_to_refresh", None);
    assert_eq!(desk.document_version(), 0);
}

#[test]
fn a_transaction_is_fetched_into_its_block() {
    let mut desk = Desk::new();
    let hash = transaction();
    let words = json!({ "chain": "ethereum", "hash": hash, "caption": "my words" });
    let block = desk.block("transaction", "Mine", &words, 0);
    let fetched = good(&desk.refresh(block), 200);
    let shown = good(&desk.get(&format!("citable_fields?tx_hash={hash}&chain=ethereum")), 200);
    let snapshot = &fetched["block"]["attrs"]["snapshot"];
    assert_eq!(snapshot["fields"], shown["fields"]);
    let logs = snapshot["logs"].as_array().expect("logs");
    assert!(!logs.is_empty() && shown["logs"].as_array().expect("logs").starts_with(logs), "{snapshot}");
    assert!(fetched["block"]["attrs"]["fetched_at"].is_string());
    assert_eq!(
        (&fetched["block"]["attrs"]["caption"], &fetched["block"]["body"]),
        (&json!("my words"), &json!("Mine"))
    );
    assert_eq!((&fetched["block"]["version"], &fetched["document_version"]), (&json!(2), &json!(1)));
    assert_eq!((attrs(block), version(block), desk.document_version()), (fetched["block"]["attrs"].clone(), 2, 1));
    assert!(attrs(block).to_string().len() < 40_000);

    for (attrs, status, code) in [
        (json!({}), 422, "nothing_to_refresh"),
        (json!({ "chain": "ethereum", "hash": "0x12" }), 422, "nothing_to_refresh"),
        (json!({ "chain": "ethereum", "hash": format!("0x{:064x}", 5) }), 404, "not_found"),
    ] {
        let block = desk.block("transaction", "", &attrs, 1);
        refused(&desk.refresh(block), status, code, None);
    }
    assert_eq!(desk.document_version(), 1);
}

#[test]
fn a_block_of_a_chain_is_fetched_into_its_block() {
    let mut desk = Desk::new();
    let newest =
        ask("SELECT concat(toString(block_number), ' 0x', lower(hex(block_hash))) FROM blocks FINAL WHERE chain_id = 1
                      ORDER BY block_number DESC LIMIT 1");
    let (number, hash) = newest[0].split_once(' ').expect("two words");
    let number: u64 = number.parse().expect("a number");
    let block = desk.block("block", "", &json!({ "chain": "ethereum", "number": number }), 0);
    let fetched = good(&desk.refresh(block), 200);
    let snapshot = &fetched["block"]["attrs"]["snapshot"];
    assert_eq!((&snapshot["number"], &snapshot["hash"]), (&json!(number.to_string()), &json!(hash)));
    let shown = shared().get_keyless(&format!("/public/blocks/{number}?chain=ethereum")).json();
    assert_eq!(snapshot["block_timestamp"], shown["block"]["block_timestamp"], "{shown}");
    let unknown = desk.block("block", "", &json!({ "chain": "ethereum", "number": 9_000_000_000_u64 }), 1);
    refused(&desk.refresh(unknown), 404, "not_found", None);
    let nameless = desk.block("block", "", &json!({ "number": number }), 1);
    refused(&desk.refresh(nameless), 422, "nothing_to_refresh", None);
}

#[test]
fn two_who_fetch_at_once_lose_nothing() {
    let desk = Desk::new();
    let block = desk.block("transaction", "", &json!({ "chain": "ethereum", "hash": transaction() }), 0);
    let browsers: Vec<_> = (0..4).map(|_| desk.editor.browser(shared())).collect();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let path = format!("/session/research/blocks/{block}/refresh");
        let runs: Vec<_> = browsers
            .into_iter()
            .map(|mut browser| {
                let path = path.clone();
                scope.spawn(move || browser.write("POST", &path, &json!({})).status)
            })
            .collect();
        runs.into_iter().map(|run| run.join().expect("no panic")).collect()
    });
    let done = i64::try_from(statuses.iter().filter(|status| **status == 200).count()).expect("a number");
    assert!(done >= 1 && statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(
        (version(block), desk.document_version()),
        (1 + done, done),
        "each success is one version: {statuses:?}"
    );
}

#[test]
fn what_lies_in_the_trash_is_not_refreshed_and_what_is_elsewhere_is_not_there() {
    let (mut desk, other) = (Desk::new(), Desk::new());
    let block = other.block("paragraph", "", &json!({}), 0);
    refused(&desk.refresh(block), 404, "not_found", None);
    let own = desk.block("live_value", "", &json!({}), 0);
    execute(
        shared(),
        "UPDATE research_pages SET trashed_at = $1 WHERE id = $2",
        &[integer(MADE_AT), integer(desk.page)],
    );
    refused(&desk.refresh(own), 409, "page_in_trash", None);
    refused(&desk.post("pick", &json!({ "title": "A page" })), 409, "page_in_trash", None);
}
