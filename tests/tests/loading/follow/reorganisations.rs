//! Chains that change their mind.

use quarry::ingest::follow::FollowSettings;

use crate::follow::support::{FIRST, Fixture, settings};

#[tokio::test]
async fn reorganisations_of_every_depth_leave_the_servers_chain() {
    let fixture = Fixture::new("every_depth", 40).await;
    fixture.catch_up().await;
    // Exactly a batch, deeper than one, one block, within a batch, and beyond it.
    let reorganisations = [(8, 9), (1, 1), (19, 21), (23, 30), (6, 6), (2, 20)];
    for (depth, count) in reorganisations.into_iter().take(quarry_tests::extent::of(3, 6)) {
        fixture.server.reorganise(depth, count);
        fixture.catch_up().await;
        fixture.assert_is_the_chain().await;
    }
}

#[tokio::test]
async fn a_shorter_chain_takes_the_blocks_above_it_away() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("shorter", 40).await;
    let following = fixture.start();
    fixture.reached(FIRST + 39).await;
    let head = fixture.server.reorganise(10, 4);
    fixture.reached(head).await;
    following.stop().await;
    fixture.assert_is_the_chain().await;
    assert_eq!(fixture.store.cell("SELECT max(block_number) FROM blocks FINAL").await, head.to_string());
}

#[tokio::test]
async fn a_server_that_falls_behind_on_the_same_chain_changes_nothing() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("falls_behind", 40).await;
    fixture.catch_up().await;
    let before = fixture.server.truth();
    fixture.server.ask("test_reorganise", serde_json::json!([6, 0]));
    fixture.catch_up().await;
    fixture.assert_holds(&before).await;
}

#[tokio::test]
async fn a_chain_that_changes_while_it_is_read_is_read_again() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("while_read", 60).await;
    let following = fixture.start();
    for depth in [1, 4, 9, 2, 12] {
        fixture.server.reorganise(depth, depth + 1);
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    }
    let head = fixture.server.mine(1);
    fixture.reached(head).await;
    following.stop().await;
    fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn nothing_below_the_finality_depth_is_replaced() {
    let fixture =
        Fixture { settings: FollowSettings { finality_depth: 6, ..settings() }, ..Fixture::new("finality", 40).await };
    fixture.catch_up().await;
    let before = fixture.server.truth();
    fixture.server.reorganise(7, 9);
    let error = fixture.try_catch_up().await.expect_err("a fork too deep").to_string();
    assert!(error.contains("block 133") && error.contains("finality depth of 6 blocks"), "{error}");
    fixture.assert_holds(&before).await;
    // Six are the most that may go.
    let other = Fixture { settings: FollowSettings { finality_depth: 7, ..settings() }, ..fixture };
    other.catch_up().await;
    other.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_young_chain_may_be_replaced_whole() {
    quarry_tests::in_the_whole_suite!();
    let fixture = Fixture::new("whole", 10).await;
    fixture.catch_up().await;
    fixture.server.reorganise(10, 12);
    // The chain server begins anew at block 100.
    fixture.catch_up().await;
    fixture.assert_is_the_chain().await;
}
