//! A well-behaved server.

use quarry::ingest::follow::FollowSettings;

use crate::follow::support::{FIRST, Fixture, settings};
use crate::ingest_support::Store;

#[tokio::test]
async fn a_followed_chain_is_what_files_of_it_would_be() {
    let fixture = Fixture::new("steady", 50).await;
    let followed = fixture.catch_up().await;
    assert_eq!((followed.next_block, followed.loaded_blocks, followed.open_gaps), (FIRST + 50, 50, 0));
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_batch_costs_the_warehouse_one_count_of_its_days() {
    let fixture = Fixture::new("counted_once", 24).await;
    fixture.catch_up().await;
    let batches = fixture.server.requests("eth_getLogs");
    // Each count is a version of its own; merges may have left fewer.
    for counts in ["chain_days", "lens_days"] {
        let sql = format!("SELECT uniqExact(version) FROM {counts}");
        let made: u64 = fixture.store.cell(&sql).await.parse().expect("a number");
        assert!((1..=batches).contains(&made), "{counts}: {made} counts of {batches} batches");
    }
}

#[tokio::test]
async fn receipts_tell_gas_and_outcome_where_they_are_wanted() {
    let settings = FollowSettings { receipts: true, ..settings() };
    let fixture = Fixture { settings, ..Fixture::new("receipts", 12).await };
    fixture.catch_up().await;
    fixture.assert_is_the_chain().await;
    let outcomes = "SELECT count(), countIf(success = 0) FROM transactions FINAL WHERE gas_used = 21000";
    assert_eq!(fixture.store.rows(outcomes).await, [["12", "4"]]);
}

#[tokio::test]
async fn a_chain_that_grows_is_followed_to_its_head_and_resumed_where_it_was_left() {
    let fixture = Fixture::new("grows", 10).await;
    let following = fixture.start();
    fixture.reached(FIRST + 9).await;
    let head = fixture.server.mine(5);
    fixture.reached(head).await;
    following.stop().await;
    fixture.assert_is_the_chain().await;
    let asked = fixture.server.requests("eth_getLogs");
    fixture.server.mine(3);
    let followed = fixture.catch_up().await;
    assert_eq!(followed.loaded_blocks, 3, "what is there is not read again");
    assert_eq!(fixture.server.requests("eth_getLogs") - asked, 1);
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn without_a_first_block_a_chain_begins_at_its_head_and_history_is_a_gap_that_is_filled() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("head_first", 30).await;
    let at_head = Fixture { settings: FollowSettings { first_block: None, ..settings() }, ..fixture };
    assert_eq!(at_head.catch_up().await.loaded_blocks, 1);
    at_head.assert_holds(&at_head.server.truth()[29..]).await;
    let with_history = Fixture { settings: settings(), ..at_head };
    assert_eq!(with_history.catch_up().await.loaded_blocks, 29);
    with_history.assert_is_the_chain().await;
    assert_eq!(gaps(&with_history.store).await[0], ["100", "107", "not_fetched", "0"]);
}

#[tokio::test]
async fn the_head_and_the_lag_behind_it_are_recorded() {
    let fixture = Fixture::new("heads", 20).await;
    fixture.catch_up().await;
    let row = "SELECT first_block, next_block, head_block, toUnixTimestamp(head_at), problem, \
               head_seen_at > now() - 60 FROM followed_chains FINAL WHERE chain_id = 1";
    let head_at = (1_704_067_200 + 119 * 12).to_string();
    assert_eq!(fixture.store.rows(row).await, [["100", "120", "119", &head_at, "", "1"]]);
}

/// Each gap: first and last block, reason, whether it is open.
pub(crate) async fn gaps(store: &Store) -> Vec<Vec<String>> {
    let sql = "SELECT first_block, last_block, toString(reason), isNull(closed_at) FROM completeness_gaps FINAL \
               ORDER BY first_block";
    store.rows(sql).await
}
