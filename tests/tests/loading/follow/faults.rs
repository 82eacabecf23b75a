//! Servers that fail, limit, dawdle and lie. After each the warehouse holds the chain.

use serde_json::{Value as Json, json};

use crate::follow::support::{FIRST, Fixture, settings};
use quarry::ingest::follow::FollowSettings;
use std::time::Duration;

/// The blocks of a chain on which something goes wrong: two batches of eight and a half.
const BLOCKS: u64 = 20;

/// Catches up while something goes wrong and asserts that nothing is missing.
async fn survives(name: &str, faults: &[Json]) -> Fixture {
    let fixture = Fixture::new(name, BLOCKS).await;
    faults.iter().for_each(|fault| fixture.server.fault(fault.clone()));
    let followed = fixture.catch_up().await;
    assert_eq!((followed.next_block, followed.open_gaps), (FIRST + BLOCKS, 0), "{faults:?}");
    fixture.assert_is_the_chain().await;
    fixture
}

#[tokio::test]
async fn errors_and_broken_answers_are_tried_again() {
    quarry_tests::in_the_whole_suite!();
    survives(
        "errors",
        &[
            json!({ "kind": "error", "code": -32000, "message": "internal error", "times": 2, "method": "eth_getLogs" }),
            json!({ "kind": "status", "status": 500, "times": 2, "block": 103 }),
            json!({ "kind": "status", "status": 502, "times": 3, "block": 109 }),
            json!({ "kind": "cut", "times": 2, "block": 111 }),
            json!({ "kind": "garbage", "times": 2, "block": 115 }),
        ],
    )
    .await;
}

#[tokio::test]
async fn receipts_that_a_server_does_not_give_cost_no_logs() {
    let settings = FollowSettings { receipts: true, ..settings() };
    let fixture = Fixture { settings, ..Fixture::new("no_receipts", BLOCKS).await };
    let refused =
        json!({ "kind": "error", "code": -32601, "message": "no such method", "method": "eth_getBlockReceipts" });
    fixture.server.fault(refused);
    let followed = fixture.catch_up().await;
    assert_eq!((followed.next_block, followed.open_gaps), (FIRST + BLOCKS, 0));
    let logs: usize = fixture.server.truth().iter().map(|served| served["logs"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(fixture.store.cell("SELECT count() FROM logs FINAL").await, logs.to_string());
    let without = "SELECT count() > 0, countIf(isNotNull(gas_used)) FROM transactions FINAL";
    assert_eq!(fixture.store.rows(without).await, [["1", "0"]]);
}

#[tokio::test]
async fn a_server_that_asks_for_patience_gets_it_and_no_gap_is_made_of_it() {
    let limit = json!({ "kind": "error", "code": -32005, "message": "rate limit exceeded", "times": 5, "block": 110 });
    survives(
        "patience",
        &[json!({ "kind": "status", "status": 429, "retry_after": 0, "times": 6, "block": 104 }), limit],
    )
    .await;
}

#[tokio::test]
async fn a_range_that_is_too_large_is_asked_for_in_parts() {
    quarry_tests::in_the_whole_suite!();
    let fixture = survives("range", &[json!({ "kind": "range_limit", "blocks": 3, "method": "eth_getLogs" })]).await;
    assert!(fixture.server.requests("eth_getLogs") >= BLOCKS / 3, "three blocks at a time at the most");
}

#[tokio::test]
async fn slow_answers_are_waited_for_within_bounds() {
    quarry_tests::in_the_whole_suite!();
    let slow = json!({ "kind": "slow", "milliseconds": 300, "times": 4 });
    let too_slow = json!({ "kind": "slow", "milliseconds": 20_000, "times": 1, "block": 112 });
    survives("slow", &[slow, too_slow]).await;
}

#[tokio::test]
async fn logs_that_a_server_leaves_out_are_not_taken_for_absent() {
    survives("left_out", &[json!({ "kind": "empty", "method": "eth_getLogs", "times": 2 })]).await;
}

#[tokio::test]
async fn a_server_behind_its_own_head_is_waited_for() {
    quarry_tests::in_the_whole_suite!();
    survives(
        "behind",
        &[json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": FIRST + BLOCKS - 1, "times": 4 })],
    )
    .await;
}

#[tokio::test]
async fn a_server_of_another_chain_is_refused_with_both_names() {
    let fixture = Fixture::new("wrong_chain", 3).await;
    fixture.server.ask("test_chain_id", json!([8453]));
    let error = fixture.try_catch_up().await.expect_err("another chain").to_string();
    assert!(error.contains("serves the chain 8453, not ethereum (1)"), "{error}");
    fixture.assert_holds(&[]).await;
}

#[tokio::test]
async fn a_server_that_turns_into_another_chain_changes_nothing() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("turns", 10).await;
    let following = fixture.start();
    fixture.reached(FIRST + 9).await;
    let before = fixture.server.truth();
    fixture.server.ask("test_chain_id", json!([8453]));
    // Its answers fail once, so that the follower looks at the server anew, while its chain is another one.
    fixture.server.fault(json!({ "kind": "status", "status": 503, "times": 2 }));
    fixture.server.reorganise(5, 9);
    let problem = "SELECT position(problem, '8453') > 0 FROM followed_chains FINAL";
    fixture.eventually(problem, "1").await;
    following.stop().await;
    fixture.assert_holds(&before).await;
}

#[tokio::test]
async fn an_unknown_chain_and_a_dead_server_are_told() {
    let fixture = Fixture::new("unknown", 3).await;
    fixture.server.ask("test_chain_id", json!([31_337]));
    let error = fixture.try_catch_up().await.expect_err("an unknown chain").to_string();
    assert!(error.contains("serves chain 31337, which is not known; known chains are ethereum (1)"), "{error}");
    fixture.server.fault(json!({ "kind": "status", "status": 503 }));
    let error = fixture.try_catch_up().await.expect_err("no answer").to_string();
    assert!(error.contains("does not answer: status 503"), "{error}");
}

#[tokio::test]
async fn a_key_in_an_address_is_never_told() {
    let fixture = Fixture::new("secret", 3).await;
    let endpoint: quarry::ingest::follow::RpcEndpoint =
        "ethereum=http://user:hunter2@127.0.0.1:9/v3/verysecretkey?token=alsosecret".parse().expect("an address");
    let (_trigger, shutdown) = quarry::shutdown::shutdown_signal();
    let settings =
        FollowSettings { once: true, request_timeout: Duration::from_millis(300), ..fixture.settings.clone() };
    let outcome =
        quarry::ingest::follow::follow(fixture.store.warehouse.clone(), vec![endpoint.clone()], settings, shutdown);
    let told = format!("{} {endpoint} {endpoint:?}", outcome.await.expect_err("nobody serves there"));
    assert!(told.contains("127.0.0.1:9"), "{told}");
    for secret in ["hunter2", "verysecretkey", "alsosecret"] {
        assert!(!told.contains(secret), "{told}");
    }
}

/// A server that names another hash for a number once ends `--once` with the chain that it has, whichever block it was.
#[tokio::test]
async fn a_server_that_lies_once_about_a_block_is_not_believed() {
    quarry_tests::in_the_whole_suite!();
    for (name, block) in [("within", 111), ("end_of_a_range", 107), ("head", FIRST + 29)] {
        let lie = json!({ "kind": "another_hash", "times": 1, "method": "eth_getBlockByNumber", "block": block });
        let fixture = survives(&format!("lie_{name}"), &[lie]).await;
        let hash = format!("SELECT count() FROM blocks FINAL WHERE lower(hex(block_hash)) = '{}'", "ab".repeat(32));
        assert_eq!(fixture.store.cell(&hash).await, "0", "{name}");
    }
}

/// Following reports its work as a file's load does: decoded, undecoded, missing.
#[tokio::test]
async fn following_reports_what_was_decoded_and_what_is_missing() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("reported", 30).await;
    fixture.server.fault(json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": 110 }));
    let followed = fixture.catch_up().await;
    assert_eq!((followed.open_gaps, followed.missing_blocks), (1, 1));
    let counted = |table: &str| format!("SELECT count() FROM {table} FINAL");
    assert_eq!(followed.decoded.v2_syncs.to_string(), fixture.store.cell(&counted("v2_syncs")).await);
    assert_eq!(followed.decoded.v3_swaps.to_string(), fixture.store.cell(&counted("v3_swaps")).await);
    assert_eq!(followed.undecoded.to_string(), fixture.store.cell(&counted("undecoded_logs")).await);
    assert!(followed.decoded.v2_syncs > 0, "the chain has swaps, or the test tells nothing");
    let report = followed.to_string();
    assert!(report.contains("blocks missing      1"), "{report}");
    assert!(report.contains(&format!("V2 Sync decoded     {}", followed.decoded.v2_syncs)), "{report}");
}
