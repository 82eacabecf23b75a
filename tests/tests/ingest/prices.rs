//! What a pool's price and volume become: exact decimals from raw integers, whatever the tokens' decimals.

use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::DatasetKind;

const BAR: &str = "SELECT open, high, low, close, inverse_open, inverse_high, inverse_low, inverse_close, volume_token0, \
                   volume_token1, trades FROM price_bars FINAL WHERE period = 'daily'";

async fn priced(database: &str, protocol: &str, decimals: (u8, u8), logs: &[Log]) -> Vec<Vec<String>> {
    let store = Store::new(database).await;
    store.load(DatasetKind::Tokens, tokens_csv(decimals)).await;
    store.load(DatasetKind::Pools, pools_csv(&[(&address(10), protocol)])).await;
    store.load(DatasetKind::Logs, etl_csv(logs)).await;
    store.rows(BAR).await
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
    let pool = address(10);
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
    for (name, root, expected) in cases {
        let bar = priced(&format!("root_{name}"), "uniswap_v3", (18, 18), &[v3_swap(1, 0, &pool, (-5, 7), root)]).await;
        assert!(bar[0][3].starts_with(&expected[..expected.len().min(20)]), "{name}: {} is no {expected}", bar[0][3]);
        assert_eq!(bar[0][8..], ["0.000000000000000005", "0.000000000000000007", "1"].map(str::to_owned));
    }
}

#[tokio::test]
async fn what_has_no_price_gets_none() {
    let pool = address(10);
    // A Solidly-type pool: V2 swaps, and a Sync of another topic.
    assert!(priced("solidly", "uniswap_v2", (6, 6), &[v2_swap(1, 0, &pool, 5, 6)]).await.is_empty());
    assert!(
        priced("drained", "uniswap_v2", (6, 6), &[sync(1, 0, &pool, 0, 6), sync(1, 1, &pool, 6, 0)]).await.is_empty()
    );
    // The registry says V3: a V2 event of that address is somebody else's.
    assert!(priced("foreign", "uniswap_v3", (6, 6), &[sync(1, 0, &pool, 5, 6)]).await.is_empty());
    let quiet = priced("quiet", "uniswap_v2", (6, 6), &[sync(1, 0, &pool, 5, 10)]).await;
    assert_eq!(
        (quiet[0][0].as_str(), quiet[0][10].as_str()),
        ("0.5", "0"),
        "reserve changes alone are a bar without trades"
    );
}

#[tokio::test]
async fn logs_of_the_wrong_shape_are_kept_counted_and_not_guessed() {
    let store = Store::new("shapes").await;
    let pool = address(10);
    let mut long_sync = sync(1, 0, &pool, 1, 2);
    long_sync.data += &"0".repeat(64);
    let mut wide_sync = sync(1, 1, &pool, 1, 2);
    wide_sync.data = wide_sync.data.replacen("0x00", "0x01", 1);
    let mut swap_without_recipient = v2_swap(1, 2, &pool, 1, 2);
    swap_without_recipient.topics.pop();
    let mut short_swap = v3_swap(1, 3, &pool, (1, -1), U256::from(9));
    short_swap.data.truncate(2 + 64 * 4);
    let mut wide_second_reserve = sync(1, 5, &pool, 1, 2);
    wide_second_reserve.data = with_word(&wide_second_reserve.data, 1, "01");
    // The price's, the liquidity's and the tick's word, each beyond its type.
    let beyond = [(6, 2), (7, 3), (8, 4)].map(|(index, word)| {
        let swap = v3_swap(1, index, &pool, (1, -1), U256::from(9));
        Log { data: with_word(&swap.data, word, "01"), ..swap }
    });
    let mut logs = vec![long_sync, wide_sync, swap_without_recipient, short_swap, sync(1, 4, &pool, 1, 2)];
    logs.push(wide_second_reserve);
    logs.extend(beyond);
    let summary = store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!((summary.rows_loaded, summary.undecoded, summary.decoded.v2_syncs), (9, 8, 1));
    assert_eq!((summary.decoded.v2_swaps, summary.decoded.v3_swaps), (0, 0));
    let listed =
        store.rows("SELECT event, topic_count, data_length FROM undecoded_logs FINAL ORDER BY log_index").await;
    let mut expected =
        vec![["v2_sync", "1", "96"], ["v2_sync", "1", "64"], ["v2_swap", "2", "128"], ["v3_swap", "3", "128"]];
    expected.push(["v2_sync", "1", "64"]);
    expected.extend([["v3_swap", "3", "160"]; 3]);
    assert_eq!(listed, expected);
}

/// The data with another first byte in one of its words.
fn with_word(data: &str, word: usize, first_byte: &str) -> String {
    let at = 2 + word * 64;
    format!("{}{first_byte}{}", &data[..at], &data[at + 2..])
}

/// PancakeSwap V3: a Uniswap V3 swap with two words more, under a topic of its own.
#[tokio::test]
async fn a_swap_of_another_exchange_is_no_swap_of_the_one_it_resembles() {
    let signature = "Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)";
    let topic = alloy_primitives::keccak256(signature).to_string();
    assert!(topic.starts_with("0x19b47279"), "{topic}");
    let pool = address(10);
    let uniswap = v3_swap(1, 0, &pool, (5, -6), U256::from(1) << 96);
    let words = |log: &Log| format!("{}{:064x}{:064x}", log.data, 7, 8);
    let pancake =
        Log { topics: [vec![topic], uniswap.topics[1..].to_vec()].concat(), data: words(&uniswap), ..uniswap.clone() };
    // The seven words under Uniswap's own topic are no shape of it.
    let mixed = Log { data: words(&uniswap), index: 1, ..uniswap.clone() };
    let store = Store::new("pancake").await;
    store.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v3")])).await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&[pancake, mixed])).await;
    assert_eq!((summary.rows_loaded, summary.decoded.v3_swaps, summary.undecoded), (2, 0, 1));
    let counts = "SELECT (SELECT toString(count()) FROM v3_swaps FINAL), (SELECT toString(count()) FROM price_bars FINAL), \
                  (SELECT toString(count()) FROM logs FINAL)";
    assert_eq!(store.rows(counts).await, [["0", "0", "2"]]);
}
