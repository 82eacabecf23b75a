//! Nodes that count logs within each transaction, as a dozen chains' do: every log is there, or the gap is open.

use serde_json::{Value as Json, json};

use crate::follow::steady::gaps;
use crate::follow::support::{FIRST, Fixture};
use crate::ingest_support::{SYNC, address};
use quarry::ingest::DatasetKind;

/// The chain with its logs in transactions of their own, each of which begins to count at zero.
fn counted_within(truth: &[Json]) -> Vec<Json> {
    let mut truth = truth.to_vec();
    for served in &mut truth {
        for (place, log) in served["logs"].as_array_mut().expect("logs").iter_mut().enumerate() {
            log["logIndex"] = json!("0x0");
            log["transactionIndex"] = json!(format!("{place:#x}"));
            let block = log["blockNumber"].as_str().expect("a number").to_owned();
            log["transactionHash"] = json!(format!("0x{:0>64}", format!("{}{place:02x}", &block[2..])));
        }
    }
    truth
}

async fn served(name: &str, truth: &[Json]) -> Fixture {
    let fixture = Fixture::new(name, 0).await;
    for served in truth {
        fixture.server.ask("test_recorded", json!([served["block"], served["logs"]]));
    }
    fixture
}

#[tokio::test]
async fn no_log_is_lost_of_a_node_that_counts_within_transactions() {
    let whole = Fixture::new("counted_by_block", 8).await;
    let truth = counted_within(&whole.server.truth());
    let most = truth.iter().map(|served| served["logs"].as_array().map_or(0, Vec::len)).max();
    assert!(most >= Some(3), "a block of several logs");
    let fixture = served("counted_within", &truth).await;
    let followed = fixture.catch_up().await;
    assert_eq!((followed.next_block, followed.open_gaps, followed.conflicts), (FIRST + 8, 0, 0));
    assert!(followed.blocks_counted_anew > 0, "{followed}");
    let given: usize = truth.iter().map(|served| served["logs"].as_array().map_or(0, Vec::len)).sum();
    let stored = "SELECT count(), uniqExact(transaction_hash) FROM logs FINAL";
    assert_eq!(fixture.store.rows(stored).await, [[given.to_string(), given.to_string()]]);
    // They have the places that a node gives them that counts within the block.
    let places = "SELECT block_number, log_index, hex(data) FROM logs FINAL ORDER BY 1, 2";
    whole.catch_up().await;
    assert_eq!(fixture.store.rows(places).await, whole.store.rows(places).await);

    // A log of a file that has the place of another one keeps that out: the gap is open, and says why.
    let crowded = served("counted_crowded", &truth).await;
    let several = truth.iter().find(|served| served["logs"].as_array().is_some_and(|logs| logs.len() > 1));
    let block = &several.expect("a block of several logs")["block"];
    let number = u64::from_str_radix(&block["number"].as_str().expect("a number")[2..], 16).expect("a number");
    let alien = json!({
        "block_number": number, "block_hash": block["hash"], "log_index": 1, "transaction_index": 9,
        "block_timestamp": u64::from_str_radix(&block["timestamp"].as_str().expect("a time")[2..], 16).expect("a time"),
        "transaction_hash": format!("0x{:064x}", 99), "address": address(10), "topics": [SYNC], "data": format!("0x{:064x}{:064x}", 1, 1),
    });
    crowded.store.load(DatasetKind::Logs, format!("{alien}\n")).await;
    let followed = crowded.catch_up().await;
    assert_eq!((followed.next_block, followed.open_gaps, followed.conflicts > 0), (FIRST + 8, 1, true), "{followed}");
    let open = gaps(&crowded.store).await;
    assert_eq!((open[0][0].as_str(), open[0][2].as_str()), (number.to_string().as_str(), "logs_not_stored"));
}
