//! What tokens are worth in dollars: what the bars and the pools say, and nothing is written that is as it was.

use super::finished::{pools, tokens};
use crate::ingest_support::*;
use quarry::ingest::DatasetKind;
use quarry::ingest::migrate::{MigrationSettings, migrate};

const KEPT: &str = "SELECT hex(token), toUInt64(toUnixTimestamp(hour)), hop_token != toFixedString('', 20), ifNull(toString(price), 'null'), \
    hex(pool) FROM token_worth FINAL ORDER BY 1, 2, 3";
/// The same from the bars, by another way: every close of both sides of every pool, the best of each kind, then the product.
const FROM_SCRATCH: &str = "
    WITH closes AS (
        SELECT bar.start AS hour, bar.pool AS pool, tupleElement(side, 1) AS token, tupleElement(side, 2) AS quote,
            if(tupleElement(side, 3), bar.inverse_close, bar.close) AS price,
            toFloat64OrZero(ifNull(if(tupleElement(side, 3), bar.volume_token1, bar.volume_token0), '')) AS volume
        FROM (SELECT * FROM price_bars FINAL WHERE period = 'hourly') AS bar
        INNER JOIN (SELECT address, arrayJoin([(token1, token0, 0), (token0, token1, 1)]) AS side FROM pools FINAL) AS pool
            ON pool.address = bar.pool
    ),
    direct AS (
        SELECT token, hour, price, pool FROM closes
        WHERE isNotNull(price) AND quote IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
          AND token NOT IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
        ORDER BY volume DESC, pool LIMIT 1 BY token, hour
    ),
    hopped AS (
        SELECT token, hour, price, pool, quote FROM closes
        WHERE isNotNull(price) AND quote IN (SELECT address FROM hop_tokens WHERE chain_id = 1)
          AND token NOT IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
        ORDER BY volume DESC, pool LIMIT 1 BY token, hour
    )
    SELECT hex(token), toUInt64(toUnixTimestamp(hour)), is_hop, worth, hex(pool) FROM (
        SELECT token, hour, 0 AS is_hop, ifNull(toString(toDecimal256OrNull(price, 30)), 'null') AS worth, pool FROM direct
        UNION ALL
        SELECT hopped.token, hopped.hour, 1 AS is_hop,
            assumeNotNull(toString(multiplyDecimal(toDecimal256OrNull(hopped.price, 30), toDecimal256OrNull(direct.price, 18), 30))), hopped.pool
        FROM hopped INNER JOIN direct ON direct.token = hopped.quote AND direct.hour = hopped.hour
    ) ORDER BY 1, 2, 3";

pub(super) async fn assert_worth_is_what_the_bars_say(store: &Store, what: &str) {
    assert_eq!(store.rows(KEPT).await, store.rows(FROM_SCRATCH).await, "{what}");
    assert_eq!(store.cell("SELECT count() FROM touched_worth").await, "0", "{what}");
}

/// A store in which every kind of pool has priced something.
async fn priced(database: &str) -> Store {
    let store = Store::new(database).await;
    store.load(DatasetKind::Tokens, tokens(6)).await;
    store.load(DatasetKind::Pools, pools(false)).await;
    let each = (10..15).map(|pool| sync(1, u32::from(pool), &address(pool), 2_000_000, 1_000_000 + u128::from(pool)));
    store.load(DatasetKind::Logs, etl_csv(&each.collect::<Vec<_>>())).await;
    store
}

#[tokio::test]
async fn loading_again_writes_no_worth_anew() {
    let store = priced("worth_again").await;
    let written = "SELECT count(), max(version) FROM token_worth";
    let before = store.rows(written).await;
    let each = (10..15).map(|pool| sync(1, u32::from(pool), &address(pool), 2_000_000, 1_000_000 + u128::from(pool)));
    store.load(DatasetKind::Logs, etl_csv(&each.collect::<Vec<_>>())).await;
    assert_eq!(store.rows(written).await, before);
}

#[tokio::test]
async fn a_token_that_is_priced_by_wrapped_ether_follows_what_that_is_worth() {
    let store = priced("worth_of_a_hop").await;
    let by_hop = "SELECT toString(price) FROM token_worth FINAL WHERE hop_token != toFixedString('', 20) AND endsWith(token, unhex('02'))";
    let before = store.cell(by_hop).await;
    // Wrapped ether alone trades, at half of its price.
    store.load(DatasetKind::Logs, etl_csv(&[sync(2, 0, &address(12), 1_000_000, 1_000_012)])).await;
    let after = store.cell(by_hop).await;
    assert_ne!(after, before);
    assert_worth_is_what_the_bars_say(&store, "another price of wrapped ether").await;
}

#[tokio::test]
async fn a_migration_that_was_cut_off_goes_on_and_a_crash_leaves_nothing_undone() {
    let store = priced("worth_upgraded").await;
    let known = store.contents().await;
    assert!(!store.rows(KEPT).await.is_empty());
    // As a warehouse of an earlier release, with the tables made and nothing in them.
    let forget = "ALTER TABLE schema_migrations DELETE WHERE number IN (34, 36) SETTINGS mutations_sync = 2";
    store.warehouse.execute(forget).await.expect("forgotten");
    for table in ["token_worth", "ranking_hours", "pool_activity", "ranked_tokens", "ranked_pools"] {
        store.warehouse.execute(&format!("TRUNCATE TABLE {table}")).await.unwrap_or_else(|error| panic!("{error}"));
    }
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    for list in ["touched_worth", "touched_rankings"] {
        assert_ne!(store.cell(&format!("SELECT count() FROM {list}")).await, "0", "{list}: listed, and not yet made");
    }
    store.ingest.finish_migration().await.expect("what was listed");
    assert_eq!(store.contents().await, known);

    // As after a crash between the bars and what is made of them.
    store.warehouse.execute("TRUNCATE TABLE token_worth").await.expect("no worth");
    let listed = "INSERT INTO touched_worth SELECT DISTINCT chain_id, token, start FROM dollar_prices UNION DISTINCT \
                  SELECT DISTINCT chain_id, token, start FROM hop_prices";
    store.warehouse.execute(listed).await.expect("a list");
    store.ingest.recover().await.expect("a recovery");
    assert_eq!(store.contents().await, known);
}
