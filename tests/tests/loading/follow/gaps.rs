//! Blocks that a server has not, or cannot give: left out, listed, and filled when they come.

use serde_json::{Value as Json, json};

use crate::follow::steady::gaps;
use crate::follow::support::{FIRST, Fixture};

/// The chain without some blocks.
fn without(truth: &[Json], missing: &[u64]) -> Vec<Json> {
    let at = |number: u64| usize::try_from(number - FIRST).expect("an index");
    let missing: Vec<_> = missing.iter().map(|number| at(*number)).collect();
    truth.iter().enumerate().filter(|(index, _)| !missing.contains(index)).map(|(_, block)| block.clone()).collect()
}

fn null(block: u64) -> Json {
    json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": block })
}

#[tokio::test]
async fn missing_blocks_are_listed_and_the_chain_goes_on_above_them() {
    let fixture = Fixture::new("missing", 40).await;
    [110, 120, 121, 122].into_iter().for_each(|block| fixture.server.fault(null(block)));
    let followed = fixture.catch_up().await;
    assert_eq!((followed.next_block, followed.open_gaps), (FIRST + 40, 2));
    fixture.assert_holds(&without(&fixture.server.truth(), &[110, 120, 121, 122])).await;
    let open = [["110", "110", "missing_block", "1"], ["120", "122", "missing_block", "1"]];
    assert_eq!(gaps(&fixture.store).await, open);

    fixture.server.heal();
    assert_eq!(fixture.catch_up().await.open_gaps, 0);
    fixture.assert_is_the_chain().await;
    let closed = [["110", "110", "missing_block", "0"], ["120", "122", "missing_block", "0"]];
    assert_eq!(gaps(&fixture.store).await, closed);
}

#[tokio::test]
async fn a_gap_is_filled_as_far_as_the_server_can_while_following_goes_on() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("partly", 30).await;
    [110, 111, 112, 113].into_iter().for_each(|block| fixture.server.fault(null(block)));
    let following = fixture.start();
    fixture.reached(FIRST + 29).await;
    fixture.server.heal();
    fixture.server.fault(null(111));
    fixture.server.mine(4);
    fixture.reached(FIRST + 33).await;
    let open = "SELECT concat(toString(min(first_block)), ' ', toString(max(last_block)), ' ', toString(count())) \
                FROM completeness_gaps FINAL WHERE isNull(closed_at)";
    fixture.eventually(open, "111 111 1").await;
    following.stop().await;
    fixture.assert_holds(&without(&fixture.server.truth(), &[111])).await;
    fixture.server.heal();
    fixture.catch_up().await;
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_block_whose_logs_are_never_complete_is_a_gap_and_never_loaded() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("never_complete", 20).await;
    fixture.server.fault(json!({ "kind": "empty", "method": "eth_getLogs", "block": 107 }));
    assert_eq!(fixture.catch_up().await.open_gaps, 1);
    fixture.assert_holds(&without(&fixture.server.truth(), &[107])).await;
    assert_eq!(gaps(&fixture.store).await, [["107", "107", "incomplete_logs", "1"]]);
    fixture.server.heal();
    fixture.catch_up().await;
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_reorganisation_below_a_gap_leaves_no_gap_behind() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("gap_reorganised", 30).await;
    fixture.server.fault(null(120));
    assert_eq!(fixture.catch_up().await.open_gaps, 1);
    fixture.server.heal();
    fixture.server.reorganise(15, 17);
    assert_eq!(fixture.catch_up().await.open_gaps, 0);
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_fork_that_hid_below_a_gap_is_found_when_the_gap_is_filled() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("fork_below_gap", 20).await;
    let following = fixture.start();
    fixture.reached(FIRST + 19).await;
    following.stop().await;
    // While nobody followed, the last three blocks became others, and the one above them could not be had.
    fixture.server.reorganise(3, 10);
    fixture.server.fault(json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": 120, "times": 40 }));
    fixture.catch_up().await;
    fixture.server.heal();
    fixture.catch_up().await;
    fixture.assert_is_the_chain().await;
    assert_eq!(fixture.store.cell("SELECT count() FROM completeness_gaps FINAL WHERE isNull(closed_at)").await, "0");
}
