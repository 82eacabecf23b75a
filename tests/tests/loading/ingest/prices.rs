//! Prices and volumes of a pool: exact decimals from raw integers, whatever the tokens' decimals.

use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::DatasetKind;

const BAR: &str = "SELECT open, high, low, close, inverse_open, inverse_high, inverse_low, inverse_close, volume_token0, \
                   volume_token1, trades FROM price_bars FINAL WHERE period = 'daily'";

async fn priced(database: &str, protocol: &str, decimals: (u8, u8), logs: &[Log]) -> Vec<Vec<String>> {
    let pool = address(10);
    loaded(database, decimals, &[(pool.clone(), protocol)], logs).await.rows(&bar_of(&pool)).await
}

/// Loads logs of pools of the same two tokens.
async fn loaded(database: &str, decimals: (u8, u8), pools: &[(String, &str)], logs: &[Log]) -> Store {
    let store = Store::new(database).await;
    store.load(DatasetKind::Tokens, tokens_csv(decimals)).await;
    let pools: Vec<(&str, &str)> = pools.iter().map(|(pool, protocol)| (pool.as_str(), *protocol)).collect();
    store.load(DatasetKind::Pools, pools_csv(&pools)).await;
    store.load(DatasetKind::Logs, etl_csv(logs)).await;
    store
}

fn bar_of(pool: &str) -> String {
    format!("{BAR} AND pool = unhex('{}')", pool.trim_start_matches("0x"))
}

#[tokio::test]
async fn a_bar_follows_the_events_in_their_order() {
    let pool = address(10);
    // Several Syncs a block: the last log index wins, whatever the order of the file.
    let logs = [
        sync(2, 9, &pool, 5_000_000, 2_000_000_000_000_000_000),
        sync(1, 0, &pool, 3_000_000, 1_000_000_000_000_000_000),
        v2_swap(1, 1, &pool, 1_500_000, 1),
        sync(2, 3, &pool, 8_000_000, 1_000_000_000_000_000_000),
        sync(1, 4, &pool, 1_000_000, 1_000_000_000_000_000_000),
    ];
    let bar = priced("order", "uniswap_v2", (6, 18), &logs).await;
    let expected =
        ["3", "8", "1", "2.5", "0.33333333333333333", "1", "0.125", "0.4", "1.5", "0.000000000000000001", "1"];
    assert_eq!(bar, [expected]);
}

#[tokio::test]
async fn extreme_decimals_and_ratios_stay_exact() {
    let pool = address(10);
    let tiny = [sync(1, 0, &pool, 1, (1 << 112) - 1)];
    // 10^24 / 5192296858534827628530496329220095, cut to 19 digits.
    let price = "0.0000000001925929944387235853";
    assert_eq!(priced("tiny", "uniswap_v2", (0, 24), &tiny).await[0][..4], [price; 4].map(str::to_owned));
    let huge = [sync(1, 0, &pool, (1 << 112) - 1, 1)];
    let price = format!("5192296858534827628{}", "0".repeat(39));
    assert_eq!(priced("huge", "uniswap_v2", (0, 24), &huge).await[0][0], price);
    let small = [sync(1, 0, &pool, 1, 3)];
    assert_eq!(
        priced("small", "uniswap_v2", (30, 0), &small).await[0][0],
        format!("0.{}3333333333333333333", "0".repeat(30))
    );
}

#[tokio::test]
async fn v3_prices_span_the_whole_range_of_ticks() {
    let root = |text: &str| text.parse::<U256>().expect("a root");
    // The least and greatest square root of TickMath; 2^192 / root^2, cut to 19 digits.
    let cases = [
        ("least", root("4295128739"), "340256786698763678800000000000000000000"),
        (
            "greatest",
            root("1461446703485210103287273052203988822378723970341"),
            "0.000000000000000000000000000000000000002938958",
        ),
        ("one", U256::from(1) << 96, "1"),
        ("quarter", U256::from(1) << 97, "0.25"),
    ];
    let pools: Vec<(String, &str)> = (10..).map(address).zip(["uniswap_v3"; 4]).collect();
    let swaps: Vec<Log> = (0..)
        .zip(&pools)
        .zip(&cases)
        .map(|((at, (pool, _)), (_, root, _))| v3_swap(1, at, pool, (-5, 7), *root))
        .collect();
    let store = loaded("roots", (18, 18), &pools, &swaps).await;
    for ((pool, _), (name, _, expected)) in pools.iter().zip(cases) {
        let bar = store.rows(&bar_of(pool)).await;
        assert!(bar[0][3].starts_with(&expected[..expected.len().min(20)]), "{name}: {} is no {expected}", bar[0][3]);
        assert_eq!(bar[0][8..], ["0.000000000000000005", "0.000000000000000007", "1"].map(str::to_owned));
    }
}

#[tokio::test]
async fn what_has_no_price_gets_none() {
    let [solidly, drained, foreign, quiet] = [10, 11, 12, 13].map(address);
    let pools = [&solidly, &drained, &foreign, &quiet].map(String::clone).into_iter();
    let pools: Vec<_> = pools.zip(["uniswap_v2", "uniswap_v2", "uniswap_v3", "uniswap_v2"]).collect();
    let logs = [
        // A Solidly-type pool: V2 swaps, and a Sync of another topic.
        v2_swap(1, 0, &solidly, 5, 6),
        sync(1, 1, &drained, 0, 6),
        sync(1, 2, &drained, 6, 0),
        // The registry says V3: a V2 event of that address is somebody else's.
        sync(1, 3, &foreign, 5, 6),
        sync(1, 4, &quiet, 5, 10),
    ];
    let store = loaded("no_price", (6, 6), &pools, &logs).await;
    for pool in [solidly, drained, foreign] {
        assert!(store.rows(&bar_of(&pool)).await.is_empty(), "{pool}");
    }
    let quiet = store.rows(&bar_of(&quiet)).await;
    assert_eq!(
        (quiet[0][0].as_str(), quiet[0][10].as_str()),
        ("0.5", "0"),
        "reserve changes alone are a bar without trades"
    );
}
