//! Logs that have the topic of an event and not its shape: each must be kept and counted, and never guessed at.

use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::DatasetKind;
use quarry::ingest::migrate::{MigrationSettings, migrate};

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

/// Makes logs that fail to be swaps in one thing each: an address with a byte in front of it, a tick beyond 24 bits.
fn near_swaps(pool: &str) -> Vec<Log> {
    let dirty = |log: Log, topic: usize| {
        let mut topics = log.topics;
        topics[topic].replace_range(2..4, "01");
        Log { topics, ..log }
    };
    let v3 = |index| v3_swap(1, index, pool, (1, -1), U256::from(1) << 96);
    // The tick is the last of five words, and its own three bytes end it.
    let ticked = |index, first: &str, own: &str| {
        let swap = v3(index);
        let words = swap.data[..2 + 4 * 64].to_owned();
        Log { data: format!("{words}{}{own}", first.repeat(29)), ..swap }
    };
    vec![
        dirty(v2_swap(1, 0, pool, 1, 2), 1),
        dirty(v2_swap(1, 1, pool, 1, 2), 2),
        dirty(v3(2), 1),
        dirty(v3(3), 2),
        ticked(4, "00", "800000"),
        ticked(5, "ff", "7fffff"),
        ticked(6, "00", "7fffff"),
        ticked(7, "ff", "800000"),
    ]
}

const UNDECODED: &str = "SELECT log_index, event FROM undecoded_logs FINAL ORDER BY log_index";
const TICKS: &str = "SELECT log_index, tick FROM v3_swaps FINAL ORDER BY log_index";

#[tokio::test]
async fn a_swap_with_a_wrong_address_or_a_tick_out_of_its_range_is_none() {
    let store = Store::new("near_swaps").await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&near_swaps(&address(10)))).await;
    assert_eq!((summary.decoded.v2_swaps, summary.decoded.v3_swaps, summary.undecoded), (0, 2, 6));
    let listed =
        [["0", "v2_swap"], ["1", "v2_swap"], ["2", "v3_swap"], ["3", "v3_swap"], ["4", "v3_swap"], ["5", "v3_swap"]];
    assert_eq!(store.rows(UNDECODED).await, listed);
    assert_eq!(store.rows(TICKS).await, [["6", "8388607"], ["7", "-8388608"]]);
}

#[tokio::test]
async fn what_an_earlier_release_took_for_a_swap_is_taken_back() {
    let store = Store::new("near_swaps_upgraded").await;
    store.load(DatasetKind::Logs, etl_csv(&near_swaps(&address(10)))).await;
    let (listed, ticks) = (store.rows(UNDECODED).await, store.rows(TICKS).await);
    let swap = "SELECT chain_id, address, block_number, log_index, assumeNotNull(block_timestamp), transaction_hash, \
                toFixedString(substring(topic1, 13, 20), 20), toFixedString(substring(topic2, 13, 20), 20)";
    let places = "chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient";
    for sql in [
        "TRUNCATE TABLE undecoded_logs".to_owned(),
        format!(
            "INSERT INTO v2_swaps ({places}, amount0_in, amount1_in, amount0_out, amount1_out, version, is_deleted) {swap}, 1, 2, 3, 4, version, 0 FROM logs FINAL WHERE log_index < 2"
        ),
        format!(
            "INSERT INTO v3_swaps ({places}, amount0, amount1, sqrt_price_x96, liquidity, tick, price_mantissa, price_exponent, \
             version, is_deleted) {swap}, 1, 2, 3, 4, 5, 6, 7, version, 0 FROM logs FINAL WHERE log_index BETWEEN 2 AND 5"
        ),
        "ALTER TABLE schema_migrations DELETE WHERE number >= 26 SETTINGS mutations_sync = 2".to_owned(),
    ] {
        store.warehouse.execute(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    assert_eq!(store.cell("SELECT count() FROM v3_swaps FINAL").await, "6");
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    assert_eq!((store.rows(UNDECODED).await, store.rows(TICKS).await), (listed, ticks));
    assert_eq!(store.cell("SELECT count() FROM v2_swaps FINAL").await, "0");
    store.ingest.recover().await.expect("a recovery");
    assert_eq!(store.cell("SELECT count() FROM touched_days").await, "0");
}
