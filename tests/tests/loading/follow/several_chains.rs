//! Several chains in one process.

use quarry::ingest::follow::{FollowSettings, RpcEndpoint, follow};
use quarry::shutdown::shutdown_signal;
use serde_json::json;

use crate::follow::support::{Fixture, server, settings};

#[tokio::test]
async fn chains_do_not_meet_and_one_that_fails_holds_no_other_up() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("several", 25).await;
    let base = server(8453, 33);
    base.fault(json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": 105, "times": 3 }));
    // The second server is asked which chain it serves.
    let endpoints: Vec<RpcEndpoint> = vec![fixture.endpoint(), base.url.parse().expect("an address")];
    let (_trigger, shutdown) = shutdown_signal();
    let once = FollowSettings { once: true, ..settings() };
    let followed = follow(fixture.store.warehouse.clone(), endpoints, once, shutdown).await.expect("both");
    let mut ends: Vec<_> = followed.iter().map(|chain| (chain.chain.as_str(), chain.next_block)).collect();
    ends.sort_unstable();
    assert_eq!(ends, [("base", 133), ("ethereum", 125)]);
    let count = "SELECT count(), sum(block_number) FROM blocks FINAL WHERE chain_id = 8453";
    assert_eq!(fixture.store.rows(count).await, [["33", &(100..133).sum::<u64>().to_string()]]);
    for table in ["blocks", "transactions", "logs", "v2_syncs", "v2_swaps", "v3_swaps", "undecoded_logs"] {
        let both = format!(
            "SELECT countIf(chain_id = 1 AND block_number < 125), countIf(chain_id = 8453 AND block_number < 125) \
             FROM {table} FINAL"
        );
        let rows = fixture.store.rows(&both).await;
        assert_eq!(rows[0][0], rows[0][1], "the same blocks on both chains: {table}");
        assert_ne!(rows[0][0], "0", "{table}");
    }
}

#[tokio::test]
async fn two_servers_of_one_chain_are_refused() {
    let fixture = Fixture::new("twice", 3).await;
    let (_trigger, shutdown) = shutdown_signal();
    let endpoints = vec![fixture.endpoint(), fixture.endpoint()];
    let error = follow(fixture.store.warehouse.clone(), endpoints, settings(), shutdown).await.expect_err("two");
    assert_eq!(error.to_string(), "two servers are given for ethereum; give one for each chain");
}
