//! Fields of transactions: what the list names can be cited, and says what the explorer says.

use super::{assert_hashed, settled};
use crate::datasets::ask;
use crate::spaces::refused;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// A transaction of the sample with a liquidation in it.
fn transaction() -> String {
    ask("SELECT concat('0x', lower(hex(transaction_hash))) FROM logs FINAL
         WHERE (chain_id, block_number, log_index) IN (SELECT chain_id, block_number, log_index FROM liquidations FINAL WHERE chain_id = 1)
         ORDER BY block_number, log_index LIMIT 1")
    .remove(0)
}

#[test]
fn each_field_of_the_list_can_be_cited_and_says_what_the_explorer_says() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = settled(shared(), "Olga");
    let hash = transaction();
    let listed = browser.get(&format!("/session/citations/transactions/{hash}"));
    assert_eq!(listed.status, 200, "{}", listed.text);
    let listed = listed.json();
    let explored = shared().get_keyless(&format!("/public/transactions/{hash}")).json();
    assert_eq!(
        (&listed["chain"], &listed["as_of_block"], &listed["as_of"]),
        (&explored["chain"], &explored["as_of_block"], &explored["as_of"])
    );
    let logs = listed["logs"].as_array().expect("logs");
    assert_eq!(logs.len(), explored["logs"].as_array().expect("logs").len());
    let mut cited = 0;
    for (log, shown) in logs.iter().zip(explored["logs"].as_array().expect("logs")) {
        assert_eq!((&log["log_index"], &log["event"]), (&shown["log_index"], &shown["event"]));
        let arguments = &log["fields"].as_array().expect("fields")[1..];
        for (field, parameter) in arguments.iter().zip(shown["parameters"].as_array().expect("parameters")) {
            assert_eq!((&field["value"], &field["type"]), (&parameter["value"], &parameter["type"]), "{field}");
            let name = format!("logs.{}.args.{}", log["log_index"], parameter["name"].as_str().expect("a name"));
            assert_eq!(field["field"], json!(name));
            let body = json!({ "kind": "decoded_field", "transaction_hash": hash, "field": name });
            let answer = browser.write("POST", "/session/citations", &body);
            assert_eq!(answer.status, 201, "{}", answer.text);
            let citation = answer.json();
            assert_eq!((&citation["kind"], &citation["value"]), (&json!("transaction_field"), &field["value"]));
            assert_eq!(citation["as_of_block"], listed["as_of_block"]);
            let expected = json!({ "chain": "ethereum", "transaction_hash": hash, "field": name });
            assert_eq!(citation["cited"]["parameters"], expected);
            assert_hashed(&citation);
            cited += 1;
        }
    }
    assert!(cited > 8, "a liquidation has transfers and an event of its own: {cited}");
    let own = listed["fields"]
        .as_array()
        .expect("fields")
        .iter()
        .find(|field| field["field"] == "gas_price")
        .expect("a price");
    assert_eq!(own["value"], explored["transaction"]["gas_price_wei"]);
    let body = json!({ "transaction_hash": hash[2..].to_uppercase(), "field": "gas_price", "chain": "ethereum" });
    let answer = browser.write("POST", "/session/citations", &body);
    assert_eq!((answer.status, &answer.json()["value"]), (201, &own["value"]), "{}", answer.text);
}

#[test]
fn a_field_that_is_not_there_cannot_be_cited() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = settled(shared(), "Olga");
    let hash = transaction();
    for field in ["gas", "logs.0.args.nothing", "logs.999999.address", "logs.x.address", "gas_used"] {
        let answer = browser.write("POST", "/session/citations", &json!({ "transaction_hash": hash, "field": field }));
        assert_eq!((answer.status, answer.code().as_str()), (422, "nothing_to_cite"), "{field}: {}", answer.text);
    }
    let unknown = browser.get(&format!("/session/citations/transactions/0x{:064x}", 9));
    refused(&unknown, 404, "not_found", None);
    let later = browser.get(&format!("/session/citations/transactions/{hash}?log_from=100000")).json();
    assert_eq!((&later["logs"], &later["next_log"]), (&json!([]), &Json::Null));
}
