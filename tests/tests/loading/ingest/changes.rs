//! Loading again, reorganisations and late knowledge, as readers see them. The measure is always the same: the warehouse must
//! look as if it had been given the final truth at once.

use crate::ingest_support::*;
use quarry::ingest::{DatasetKind, IngestError, IngestOptions};

const POOL: u8 = 10;
const V3_POOL: u8 = 11;

fn price_one() -> alloy_primitives::U256 {
    alloy_primitives::U256::from(1) << 96
}

/// Three blocks over two hours with events of two pools.
fn chain() -> Vec<Log> {
    let (pool, v3_pool) = (address(POOL), address(V3_POOL));
    vec![
        sync(1, 0, &pool, 2_000_000, 1_000_000),
        v2_swap(1, 1, &pool, 500, 250),
        sync(2, 0, &pool, 3_000_000, 1_000_000),
        v2_swap(2, 1, &pool, 700, 350),
        v3_swap(2, 2, &v3_pool, (1000, -1000), price_one()),
        transfer(2, 3),
        sync(400, 0, &pool, 5_000_000, 1_000_000),
        v3_swap(400, 4, &v3_pool, (-7, 8), price_one() * alloy_primitives::U256::from(2)),
    ]
}

/// A store that was given these logs at once.
async fn truth(database: &str, logs: &[Log]) -> Vec<Vec<String>> {
    let store = Store::with_pools(database).await;
    store.load(DatasetKind::Logs, etl_csv(logs)).await;
    store.contents().await
}

#[tokio::test]
async fn loading_a_file_again_changes_nothing() {
    let store = Store::with_pools("replay").await;
    let first = store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let before = store.contents().await;
    let second = store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    assert_eq!(store.contents().await, before);
    assert_eq!((first.decoded, first.rows_loaded), (second.decoded, second.rows_loaded));
    assert_eq!(second.blocks_replaced, 0);
    assert_eq!(store.cell("SELECT sum(trades) FROM price_bars FINAL WHERE period = 'daily'").await, "4");
}

#[tokio::test]
async fn a_reorganised_block_replaces_its_predecessor() {
    let pool = address(POOL);
    let other_pool = address(V3_POOL);
    let variants: [(&str, Vec<Log>); 4] = [
        ("fewer", vec![sync(2, 0, &pool, 9_000_000, 1_000_000)]),
        ("more", (0..9).map(|index| sync(2, index, &pool, 4_000_000 + u128::from(index), 1_000_000)).collect()),
        ("other", vec![transfer(2, 0), v3_swap(2, 1, &other_pool, (5, -5), price_one()), transfer(2, 2)]),
        ("nothing_of_a_pool", vec![transfer(2, 7)]),
    ];
    for (name, block) in variants {
        let block: Vec<Log> = block.into_iter().map(|log| log.fork(1)).collect();
        let store = Store::with_pools(&format!("reorganised_{name}")).await;
        store.load(DatasetKind::Logs, etl_csv(&chain())).await;
        let summary = store.load(DatasetKind::Logs, etl_csv(&block)).await;
        assert_eq!(summary.blocks_replaced, 1, "{name}");
        let mut logs: Vec<Log> = chain().into_iter().filter(|log| log.block != 2).collect();
        logs.extend(block);
        assert_eq!(store.contents().await, truth(&format!("truth_{name}"), &logs).await, "{name}");
    }
}

#[tokio::test]
async fn bars_without_events_any_more_are_gone() {
    let store = Store::with_pools("vanish").await;
    store.load(DatasetKind::Logs, etl_csv(&[sync(5, 0, &address(POOL), 7, 9)])).await;
    assert_eq!(store.cell("SELECT count() FROM price_bars FINAL").await, "2");
    store.load(DatasetKind::Logs, etl_csv(&[transfer(5, 0).fork(3)])).await;
    assert_eq!(store.cell("SELECT count() FROM price_bars FINAL").await, "0");
    assert_eq!(store.cell("SELECT count() FROM price_points").await, "0");
}

#[tokio::test]
async fn a_block_header_of_another_hash_takes_the_old_logs_away() {
    let store = Store::with_pools("header").await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let summary = store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 1), (400, 0)])).await;
    assert_eq!(summary.blocks_replaced, 1);
    assert_eq!(store.cell("SELECT count() FROM logs FINAL WHERE block_number = 2").await, "0");
    assert_eq!(store.cell("SELECT count() FROM logs FINAL").await, "4");
}

#[tokio::test]
async fn a_replaced_range_holds_only_what_the_file_says() {
    let store = Store::with_pools("ranges").await;
    let timed = |logs: &[Log]| {
        // cryo's files have no times: the blocks give them.
        (blocks_csv(&logs.iter().map(|log| (log.block, 0)).collect::<Vec<_>>()), cryo_csv(logs))
    };
    let (blocks, logs) = timed(&chain());
    store.load(DatasetKind::Blocks, blocks).await;
    store.load(DatasetKind::Logs, logs).await;
    let replacement = [sync(1, 5, &address(POOL), 11, 13), transfer(3, 0)];
    let options = IngestOptions { replace_range: true, ..IngestOptions::default() };
    let summary = store.try_load(DatasetKind::Logs, cryo_csv(&replacement), &options).await.expect("the range");
    assert_eq!(summary.blocks_replaced, 2);

    let fresh = Store::with_pools("ranges_truth").await;
    let mut logs: Vec<Log> = chain().into_iter().filter(|log| log.block > 3).collect();
    logs.extend(replacement);
    fresh.load(DatasetKind::Blocks, timed(&chain()).0).await;
    fresh.load(DatasetKind::Logs, cryo_csv(&logs)).await;
    assert_eq!(store.contents().await, fresh.contents().await);
}

#[tokio::test]
async fn logs_before_their_blocks_are_kept_counted_and_decoded_later() {
    let store = Store::with_pools("late_blocks").await;
    let untimed: Vec<Log> = chain().into_iter().map(Log::untimed).collect();
    let summary = store.load(DatasetKind::Logs, etl_csv(&untimed)).await;
    assert_eq!((summary.waiting_for_block, summary.decoded.v2_syncs, summary.bars_recomputed), (8, 0, 0));
    assert_eq!(store.cell("SELECT count() FROM logs FINAL").await, "8");
    let summary = store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0)])).await;
    assert_eq!((summary.decoded.v2_syncs, summary.decoded.v2_swaps, summary.decoded.v3_swaps), (2, 2, 1));
    store.load(DatasetKind::Blocks, blocks_csv(&[(400, 0)])).await;

    let fresh = Store::with_pools("late_blocks_truth").await;
    fresh.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0), (400, 0)])).await;
    fresh.load(DatasetKind::Logs, etl_csv(&untimed)).await;
    assert_eq!(store.contents().await, fresh.contents().await);
}

#[tokio::test]
async fn tokens_and_pools_may_come_after_their_logs() {
    let store = Store::new("late_tokens").await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let unknown = "SELECT count(), countIf(isNull(close)), countIf(isNull(volume_token0)) FROM price_bars FINAL";
    assert_eq!(store.rows(unknown).await, [["6", "6", "6"]]);
    let (pool, v3_pool) = (address(POOL), address(V3_POOL));
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v2"), (&v3_pool, "uniswap_v3")])).await;
    assert_eq!(store.rows(unknown).await, [["6", "6", "6"]]);
    let summary = store.load(DatasetKind::Tokens, tokens_csv((6, 6))).await;
    assert_eq!(summary.bars_recomputed, 6);
    assert_eq!(store.contents().await, truth("late_tokens_truth", &chain()).await);
    let again = store.load(DatasetKind::Tokens, tokens_csv((6, 6))).await;
    assert_eq!(again.bars_recomputed, 0, "known tokens concern no bar");
}

#[tokio::test]
async fn one_block_under_two_hashes_is_refused_whole() {
    let store = Store::with_pools("two_hashes").await;
    let logs = [sync(1, 0, &address(POOL), 1, 1), sync(1, 1, &address(POOL), 1, 1).fork(1)];
    let error = store.try_load(DatasetKind::Logs, etl_csv(&logs), &ethereum()).await.expect_err("a refusal");
    assert!(matches!(error, IngestError::TwoHashes { block: 1, .. }), "{error}");
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
}

#[tokio::test]
async fn a_crashed_ingest_is_taken_over_and_a_living_one_is_not() {
    let store = Store::with_pools("crash").await;
    let kernel = |name: &str| std::fs::read_to_string(format!("/proc/sys/kernel/{name}")).unwrap_or_default();
    let (host, boot) = (kernel("hostname"), kernel("random/boot_id"));
    let lock = |holder: &str, host: &str| {
        format!(
            "CREATE TABLE ingest_lock (held UInt8) ENGINE = Null COMMENT 'process {holder} host {} boot {}'",
            host.trim(),
            boot.trim()
        )
    };
    let left_over = "CREATE TABLE staging_rows (row UInt8) ENGINE = MergeTree ORDER BY row";
    let warehouse = &store.warehouse;
    warehouse.execute(&lock("1 started 1", "elsewhere")).await.expect("a lock");
    let error = store.try_load(DatasetKind::Logs, etl_csv(&chain()), &ethereum()).await.expect_err("a refusal");
    assert!(matches!(error, IngestError::Busy { .. }), "{error}");

    warehouse.execute("DROP TABLE ingest_lock SYNC").await.expect("no lock");
    warehouse.execute(&lock("4194999 started 17", &host)).await.expect("a lock");
    warehouse.execute(left_over).await.expect("a left-over");
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let tables = "SELECT count() FROM system.tables WHERE database = currentDatabase() AND (name LIKE 'staging%' OR name = 'ingest_lock')";
    assert_eq!(store.cell(tables).await, "0");

    // The next run rebuilds the days that a crash left listed.
    let bars = store.contents().await;
    warehouse
        .execute("INSERT INTO touched_days SELECT DISTINCT chain_id, pool, toDate(start) FROM price_bars")
        .await
        .expect("days");
    warehouse.execute("TRUNCATE TABLE price_bars").await.expect("no bars");
    assert!(store.ingest.recover().await.expect("a recovery") > 0);
    assert_eq!(store.contents().await, bars);
}
