//! Pools of further exchanges: what a price is, worked out here from the raw words of the logs.

use crate::ingest_support::*;
use alloy_primitives::{U256, keccak256};
use quarry::ingest::DatasetKind;

const PANCAKE_SWAP: &str = "Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)";
const SOLIDLY_SYNC: &str = "Sync(uint256,uint256)";
const VELODROME_SWAP: &str = "Swap(address,address,uint256,uint256,uint256,uint256)";
const UNISWAP_V4_SWAP: &str = "Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)";

fn topic(signature: &str) -> String {
    keccak256(signature).to_string()
}

/// Pools of tokens 1 and 2, each with its protocol and whether it is stable, as its file says it.
fn pools(pools: &[(&str, &str, &str)]) -> String {
    let mut text = String::from("address,protocol,token0,token1,stable\n");
    for (pool, protocol, stable) in pools {
        text += &format!("{pool},{protocol},{},{},{stable}\n", address(1), address(2));
    }
    text
}

fn solidly_sync(block: u64, index: u32, pool: &str, reserve0: u128, reserve1: u128) -> Log {
    Log::new(block, index, pool, vec![topic(SOLIDLY_SYNC)], &[U256::from(reserve0), U256::from(reserve1)])
}

async fn close(store: &Store, pool: &str) -> String {
    store
        .cell(&format!(
            "SELECT ifNull(close, 'null') FROM price_bars FINAL WHERE period = 'daily' AND pool = unhex('{}')",
            &pool[2..]
        ))
        .await
}

#[tokio::test]
async fn a_swap_of_pancakeswap_v3_is_a_price_and_one_of_uniswaps_topic_with_its_words_is_none() {
    assert!(topic(PANCAKE_SWAP).starts_with("0x19b47279"));
    let pool = address(10);
    // 2^96 / 1000 as the root: a million of token0 a token1 in raw units, with 6 and 18 decimals 10^18.
    let uniswap = v3_swap(1, 0, &pool, (5_000_000, -6), (U256::from(1) << 96) / U256::from(1000));
    let words = |log: &Log| format!("{}{:064x}{:064x}", log.data, 7, 8);
    let pancake = Log {
        topics: [vec![topic(PANCAKE_SWAP)], uniswap.topics[1..].to_vec()].concat(),
        data: words(&uniswap),
        ..uniswap.clone()
    };
    let mixed = Log { data: words(&uniswap), index: 1, ..uniswap.clone() };
    let dirty = Log { data: format!("{}{}{:064x}", uniswap.data, "f".repeat(64), 8), index: 2, ..pancake.clone() };
    let store = Store::new("pancake").await;
    store.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "pancakeswap_v3")])).await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&[pancake, mixed, dirty])).await;
    assert_eq!((summary.rows_loaded, summary.decoded.v3_swaps, summary.undecoded), (3, 1, 2));
    // 2^192 / root^2, the square of 1000 and a little, times 10^(18-6).
    assert!(close(&store, &pool).await.starts_with("1000000000000000000"), "{}", close(&store, &pool).await);
    assert_eq!(store.cell("SELECT volume_token0 FROM price_bars FINAL WHERE period = 'daily'").await, "5");
}

#[tokio::test]
async fn a_stable_pools_price_is_that_of_its_curve_and_a_volatile_ones_the_ratio() {
    let (volatile, stable, unknown) = (address(10), address(11), address(12));
    let (reserve0, reserve1) = (1_234_567_891_234_u128, 987_654_321_987_654_321_987_654_u128);
    let logs: Vec<Log> = [&volatile, &stable, &unknown]
        .iter()
        .enumerate()
        .flat_map(|(index, pool)| {
            let index = u32::try_from(index).expect("a small number") * 2;
            let words = [U256::from(1_000_000), U256::ZERO, U256::ZERO, U256::from(7)];
            let parties = v2_swap(1, 0, pool, 1, 1).topics[1..].to_vec();
            let topics = [vec![topic(VELODROME_SWAP)], parties].concat();
            [solidly_sync(1, index, pool, reserve0, reserve1), Log::new(1, index + 1, pool, topics, &words)]
        })
        .collect();
    let store = Store::new("solidly_curves").await;
    store
        .load(
            DatasetKind::Pools,
            pools(&[(&volatile, "aerodrome", "false"), (&stable, "aerodrome", "true"), (&unknown, "velodrome", "")]),
        )
        .await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!((summary.decoded.v2_syncs, summary.decoded.v2_swaps, summary.undecoded), (3, 3, 0));
    // Without decimals nobody knows the curve's sides.
    assert_eq!(close(&store, &stable).await, "null");
    store.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
    // Worked out from the words: x and y in whole tokens, dx/dy of x^3 y + y^3 x = k.
    let (x, y) = (reserve0 as f64 / 1e6, reserve1 as f64 / 1e18);
    let curve = x * (x * x + 3.0 * y * y) / (y * (y * y + 3.0 * x * x));
    let near = |text: &str, value: f64| (text.parse::<f64>().expect("a price") / value - 1.0).abs() < 1e-14;
    let price = close(&store, &stable).await;
    assert!(near(&price, curve), "{price} is not {curve}");
    assert!(price.len() >= 18, "{price} has fewer than 17 digits");
    let ratio = close(&store, &volatile).await;
    assert!(near(&ratio, x / y), "{ratio} is not {}", x / y);
    assert!((curve - x / y).abs() > 0.01, "the two differ, or the test tells nothing");
    assert_eq!(close(&store, &unknown).await, "null", "nobody said which curve it has");
    let volumes = "SELECT DISTINCT volume_token0, trades FROM price_bars FINAL WHERE period = 'daily'";
    assert_eq!(store.rows(volumes).await, [["1", "1"]]);
    // Said later, it counts.
    store.load(DatasetKind::Pools, pools(&[(&unknown, "velodrome", "true")])).await;
    assert!(near(&close(&store, &unknown).await, curve));
}

#[tokio::test]
async fn what_cannot_be_served_is_named_with_its_count() {
    assert!(topic(UNISWAP_V4_SWAP).starts_with("0x40e9cecb"));
    let store = Store::new("not_served").await;
    let v4 = Log::new(
        1,
        0,
        &address(40),
        vec![topic(UNISWAP_V4_SWAP), format!("0x{:064x}", 5), format!("0x{:064x}", 6)],
        &[U256::ONE; 6],
    );
    let logs = [v4.clone(), Log { index: 1, ..v4 }, sync(1, 2, &address(10), 2, 1)];
    let summary = store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    let report = summary.to_string();
    assert!(
        report.contains("not served          2: Uniswap V4 Swap, whose pools have ids and no addresses"),
        "{report}"
    );
    assert!(
        report.contains("not served          1: swaps and syncs of contracts that are not registered pools"),
        "{report}"
    );
    let kept = store.ingest.kept_logs(Some("ethereum")).await.expect("a list");
    assert_eq!(kept.len(), 1);
    assert_eq!((kept[0].logs, kept[0].emitter.as_str()), (2, address(40).as_str()));
    assert!(kept[0].event.starts_with("Swap(bytes32") && kept[0].reason.contains("Uniswap V4"), "{:?}", kept[0]);
}
