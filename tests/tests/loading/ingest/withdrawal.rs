//! Loads that are taken out again: afterwards every answer is that of a store which never had them.

use crate::ingest_support::*;
use quarry::ingest::{DatasetKind, IngestError, LoadState, WithdrawalTarget};

fn price_one() -> alloy_primitives::U256 {
    alloy_primitives::U256::from(1) << 96
}

fn early() -> Vec<Log> {
    vec![sync(1, 0, &address(10), 2_000_000, 1_000_000), v2_swap(1, 1, &address(10), 500, 250), transfer(2, 0)]
}

fn late() -> Vec<Log> {
    vec![
        sync(400, 0, &address(10), 5_000_000, 1_000_000),
        v3_swap(400, 1, &address(11), (1000, -1000), price_one()),
        transfer(400, 2),
        sync(8000, 0, &address(10), 7_000_000, 1_000_000),
    ]
}

#[tokio::test]
async fn after_a_withdrawal_nothing_of_the_load_is_left() {
    let store = Store::with_pools("withdrawn").await;
    store.load(DatasetKind::Logs, etl_csv(&early())).await;
    store.load(DatasetKind::Logs, etl_csv(&late())).await;
    let plan = store.ingest.plan_withdrawal(&WithdrawalTarget::Load(4)).await.expect("a plan");
    let counted = |name: &str| plan.parts.iter().find(|part| part.name == name).map_or(0, |part| part.rows);
    assert_eq!((counted("logs"), counted("V2 syncs"), counted("V3 swaps"), plan.rows()), (4, 2, 1, 4));
    assert_eq!(plan.overlaps, []);
    assert_eq!(store.ingest.withdraw(&WithdrawalTarget::Load(4)).await.expect("a withdrawal"), 4);

    let never = Store::with_pools("never_loaded").await;
    never.load(DatasetKind::Logs, etl_csv(&early())).await;
    assert_eq!(store.contents().await, never.contents().await);
    let loads = store.ingest.loads().await.expect("the journal");
    assert_eq!(
        loads.iter().map(|load| load.state).collect::<Vec<_>>(),
        [LoadState::Loaded, LoadState::Loaded, LoadState::Loaded, LoadState::Withdrawn]
    );
    assert_eq!(
        (loads[3].number, loads[3].dataset.as_str(), loads[3].blocks, loads[3].rows),
        (4, "logs", Some((400, 8000)), 4)
    );
    assert_eq!(loads[3].digest.len(), 64);
    assert_eq!(loads[3].chains, ["ethereum"]);
    let again = store.ingest.withdraw(&WithdrawalTarget::Load(4)).await.expect_err("a refusal");
    assert!(matches!(again, IngestError::Withdrawn { number: 4 }), "{again}");
    let none = store.ingest.plan_withdrawal(&WithdrawalTarget::Load(99)).await.expect_err("a refusal");
    assert!(none.to_string().contains("`quarry ingest --list` lists them"), "{none}");
    // The same file can come again.
    store.load(DatasetKind::Logs, etl_csv(&late())).await;
    never.load(DatasetKind::Logs, etl_csv(&late())).await;
    assert_eq!(store.contents().await, never.contents().await);
}

#[tokio::test]
async fn rows_that_an_earlier_load_had_brought_are_counted_and_named_and_come_back_with_it() {
    let store = Store::with_pools("overlap").await;
    store.load(DatasetKind::Logs, etl_csv(&early())).await;
    let both: Vec<Log> = early().into_iter().chain(late()).collect();
    store.load(DatasetKind::Logs, etl_csv(&both)).await;
    let plan = store.ingest.plan_withdrawal(&WithdrawalTarget::Load(4)).await.expect("a plan");
    assert_eq!(plan.rows(), 7);
    assert_eq!(plan.overlaps.len(), 1);
    assert_eq!((plan.overlaps[0].load, plan.overlaps[0].rows, plan.overlaps[0].file.as_str()), (3, 3, "test"));
    store.ingest.withdraw(&WithdrawalTarget::Load(4)).await.expect("a withdrawal");
    assert_eq!(store.cell("SELECT count() FROM logs FINAL").await, "0");
    store.load(DatasetKind::Logs, etl_csv(&early())).await;
    let never = Store::with_pools("overlap_never").await;
    never.load(DatasetKind::Logs, etl_csv(&early())).await;
    assert_eq!(store.contents().await, never.contents().await);
}

#[tokio::test]
async fn withdrawn_blocks_leave_their_logs_waiting_and_withdrawn_pools_and_tokens_no_prices() {
    quarry_tests::in_the_whole_suite!();
    let untimed = || late().into_iter().map(Log::untimed).collect::<Vec<_>>();
    let store = Store::with_pools("withdrawn_blocks").await;
    store.load(DatasetKind::Logs, etl_csv(&untimed())).await;
    store.load(DatasetKind::Blocks, blocks_csv(&[(400, 0), (8000, 0)])).await;
    assert_eq!(store.cell("SELECT count() FROM v2_syncs FINAL").await, "2");
    let plan = store.ingest.plan_withdrawal(&WithdrawalTarget::Load(4)).await.expect("a plan");
    assert!(
        plan.parts.iter().any(|part| part.rows == 4 && part.name.contains("wait for their block again")),
        "{plan:?}"
    );
    store.ingest.withdraw(&WithdrawalTarget::Load(4)).await.expect("a withdrawal");
    let never = Store::with_pools("withdrawn_blocks_never").await;
    never.load(DatasetKind::Logs, etl_csv(&untimed())).await;
    assert_eq!(store.contents().await, never.contents().await);

    // The blocks come again, the tokens and the pools go.
    for store in [&store, &never] {
        store.load(DatasetKind::Blocks, blocks_csv(&[(400, 0), (8000, 0)])).await;
    }
    assert_eq!(store.contents().await, never.contents().await);
    store.ingest.withdraw(&WithdrawalTarget::Load(1)).await.expect("no tokens");
    assert_eq!(store.cell("SELECT count() FROM price_bars FINAL WHERE isNotNull(close)").await, "0");
    store.ingest.withdraw(&WithdrawalTarget::Load(2)).await.expect("no pools");
    let bare = Store::new("withdrawn_blocks_bare").await;
    bare.load(DatasetKind::Logs, etl_csv(&untimed())).await;
    bare.load(DatasetKind::Blocks, blocks_csv(&[(400, 0), (8000, 0)])).await;
    assert_eq!(store.contents().await, bare.contents().await);
}

#[tokio::test]
async fn a_range_of_blocks_is_withdrawn_whole_and_a_deployment_without_its_events() {
    let store = Store::with_pools("withdrawn_range").await;
    store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0), (400, 0), (8000, 0)])).await;
    let all: Vec<Log> = early().into_iter().chain(late()).collect();
    store.load(DatasetKind::Logs, etl_csv(&all)).await;
    let range =
        |first_block, last_block| WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block, last_block };
    let plan = store.ingest.plan_withdrawal(&range(2, 400)).await.expect("a plan");
    assert_eq!(plan.rows(), 6, "four logs and two blocks: {plan:?}");
    assert_eq!(plan.overlaps.iter().map(|overlap| (overlap.load, overlap.rows)).collect::<Vec<_>>(), [(3, 2), (4, 4)]);
    store.ingest.withdraw(&range(2, 400)).await.expect("a withdrawal");
    let never = Store::with_pools("withdrawn_range_never").await;
    never.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (8000, 0)])).await;
    never
        .load(
            DatasetKind::Logs,
            etl_csv(&all.into_iter().filter(|log| !(2..=400).contains(&log.block)).collect::<Vec<_>>()),
        )
        .await;
    assert_eq!(store.contents().await, never.contents().await);
    assert!(
        store
            .ingest
            .plan_withdrawal(&range(5, 4))
            .await
            .expect_err("a refusal")
            .to_string()
            .contains("the lower number first")
    );

    let deployments = format!(
        "address,protocol,slug,name\n{},aave_v3,aave-v3,Aave V3\n{},spark,spark,Spark\n",
        address(50),
        address(51)
    );
    store.load(DatasetKind::LendingDeployments, deployments).await;
    let unknown =
        store.ingest.plan_withdrawal(&WithdrawalTarget::Deployment("aave".to_owned())).await.expect_err("a refusal");
    assert!(
        unknown.to_string().contains("no lending deployment is called `aave`; there are aave-v3, spark"),
        "{unknown}"
    );
    store.ingest.withdraw(&WithdrawalTarget::Deployment("aave-v3".to_owned())).await.expect("a withdrawal");
    assert_eq!(store.rows("SELECT slug FROM lending_deployments FINAL").await, [["spark"]]);
}

#[tokio::test]
async fn snapshots_and_conflicts_go_with_their_load() {
    let store = Store::with_pools("withdrawn_snapshot").await;
    let snapshot = |block: u64| {
        format!(
            "protocol,block_number,block_timestamp,account,health_factor\naave_v3,{block},1704067200,{},1.5\n",
            address(3)
        )
    };
    store.load(DatasetKind::HealthFactors, snapshot(5)).await;
    store.load(DatasetKind::HealthFactors, snapshot(6)).await;
    store.ingest.withdraw(&WithdrawalTarget::Load(4)).await.expect("a withdrawal");
    assert_eq!(store.rows("SELECT block_number FROM health_factor_snapshots FINAL").await, [["5"]]);

    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &address(10), 2, 1)])).await;
    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &address(10), 9, 1)])).await;
    let plan = store.ingest.plan_withdrawal(&WithdrawalTarget::Load(5)).await.expect("a plan");
    assert_eq!((plan.overlaps[0].load, plan.overlaps[0].rows), (6, 1), "{plan:?}");
    store.ingest.withdraw(&WithdrawalTarget::Load(5)).await.expect("a withdrawal");
    assert_eq!(store.cell("SELECT count() FROM load_conflicts FINAL").await, "0");
    assert_eq!(store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &address(10), 9, 1)])).await.conflicts, 0);
}
