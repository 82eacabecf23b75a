//! Blocks that are fetched or derived again: what the data say now, and the words of people left as they were.

use super::figures::transaction;
use super::{Desk, MADE_AT, good, integer, join, stored, text};
use crate::datasets::ask;
use crate::organizations::house::{Person, execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::cable::Cable;
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
fn a_page_that_has_no_room_for_what_was_fetched_can_be_saved_as_before() {
    let mut desk = Desk::new();
    let words = json!({ "chain": "ethereum", "hash": transaction() });
    let block = desk.block("transaction", "", &words, 0);
    // Ten bytes of the page are left.
    let long: Vec<i64> = (1..17).map(|at| desk.block("paragraph", &"x".repeat(64_998), &json!({}), at)).collect();
    let left = (1 << 20) - 10 - 16 * 65_000 - words.to_string().len() - 2;
    desk.block("paragraph", &"y".repeat(left), &json!({}), 17);
    refused(&desk.refresh(block), 422, "page_too_large", None);
    assert_eq!((attrs(block), version(block), desk.document_version()), (words, 1, 0));
    let save = |desk: &mut Desk, change: &dyn Fn(&mut Vec<Json>)| {
        let mut document = good(&desk.get("document"), 200);
        change(document["blocks"].as_array_mut().expect("blocks"));
        let body = json!({ "base_version": document["document_version"], "blocks": document["blocks"] });
        let path = desk.path("document");
        desk.browser.write("PUT", &path, &body)
    };
    good(&save(&mut desk, &|blocks| blocks[17]["body"] = json!("y".repeat(left + 10))), 200);
    refused(
        &save(&mut desk, &|blocks| blocks[17]["body"] = json!("y".repeat(left + 11))),
        422,
        "validation_failed",
        Some("blocks"),
    );
    // A page that is too large already is made smaller, step by step.
    let sql = "UPDATE research_blocks SET body = $1 WHERE id = $2";
    execute(shared(), sql, &[text(&"x".repeat(65_100)), integer(long[0])]);
    execute(shared(), sql, &[text(&"x".repeat(65_100)), integer(long[1])]);
    good(&save(&mut desk, &|blocks| blocks[17]["body"] = json!("y".repeat(left))), 200);
    let larger = save(&mut desk, &|blocks| blocks[17]["body"] = json!("y".repeat(left + 1)));
    refused(&larger, 422, "validation_failed", Some("blocks"));
    good(&save(&mut desk, &|blocks| drop(blocks.remove(1))), 200);
}

#[test]
fn what_is_fetched_and_inserted_is_a_save_that_others_hear_and_merge_with() {
    let mut desk = Desk::new();
    let ben = Person::new(shared(), "Ben");
    join(desk.space, &ben, "editor");
    let mut ben = ben.browser(shared());
    let block = desk.block("transaction", "", &json!({ "chain": "ethereum", "hash": transaction() }), 0);
    desk.block("paragraph", "Words", &json!({}), 1);
    let (page, mut heard) = (desk.page, Cable::of(shared(), &ben));
    let mut told = |version: i64, block: &Json| {
        let message = heard.message();
        let expected = json!({ "page_id": page, "document_version": version, "blocks": [block] });
        assert_eq!((&message["name"], &message["data"]), (&json!("research.document_changed"), &expected), "{message}");
    };
    good(&desk.refresh(block), 200);
    told(1, &json!(block));
    let mut base = good(&ben.get(&desk.path("document")), 200);
    for version in 2..4 {
        good(&desk.refresh(block), 200);
        told(version, &json!(block));
    }
    let figure = good(&desk.post("derive", &json!({ "dataset": "liquidations", "aggregate": "count" })), 201);
    told(4, &figure["block"]["id"]);
    // Ben wrote elsewhere on the page as it was in between.
    base["blocks"][1]["body"] = json!("Words by Ben");
    let body = json!({ "base_version": base["document_version"], "blocks": base["blocks"] });
    let merged = good(&ben.write("PUT", &desk.path("document"), &body), 200);
    let shown: Vec<&Json> = merged["blocks"].as_array().expect("blocks").iter().map(|block| &block["body"]).collect();
    assert_eq!(shown, [&json!(""), &json!("Words by Ben"), &figure["block"]["body"]]);
    let versions = good(&desk.get("history"), 200)["versions"].clone();
    let of_edith = versions.as_array().expect("versions").iter().find(|one| one["author"]["name"] == "Edith");
    assert_eq!(of_edith.map(|one| &one["document_version"]), Some(&json!(4)), "{versions}");
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
