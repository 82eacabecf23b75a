//! The newest bars and rows: they must follow the chain, also back.

use crate::ingest_support::*;
use quarry::ingest::DatasetKind;
use quarry::ingest::migrate::{MigrationSettings, migrate};

const POOL: u8 = 10;
const OTHER_POOL: u8 = 11;

const NEWEST: &str =
    "SELECT toString(start), close, last_block, daily_bars FROM newest_bars FINAL ORDER BY chain_id, pool";

async fn registered(database: &str) -> Store {
    let store = Store::new(database).await;
    store.load(DatasetKind::Tokens, tokens_csv((6, 6))).await;
    let (pool, other_pool) = (address(POOL), address(OTHER_POOL));
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v2"), (&other_pool, "uniswap_v2")])).await;
    store
}

/// Bars of the first pool in three hours of two days, of the other in one.
fn chain() -> Vec<Log> {
    let (pool, other_pool) = (address(POOL), address(OTHER_POOL));
    vec![
        sync(1, 0, &pool, 2, 1),
        sync(2, 0, &other_pool, 7, 1),
        sync(400, 0, &pool, 3, 1),
        sync(7_300, 0, &pool, 5, 1),
        transfer(7_400, 0),
    ]
}

#[tokio::test]
async fn the_newest_bar_goes_back_with_a_reorganisation_and_is_gone_with_the_pools_last_one() {
    let store = registered("newest_bar").await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let other = ["2024-01-01 00:00:00", "7", "2", "1"];
    assert_eq!(store.rows(NEWEST).await, [["2024-01-02 00:00:00", "5", "7300", "2"], other]);
    let before = store.contents().await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    assert_eq!(store.contents().await, before, "loaded again");

    store.load(DatasetKind::Logs, etl_csv(&[transfer(7_300, 0).fork(1)])).await;
    assert_eq!(store.rows(NEWEST).await, [["2024-01-01 01:00:00", "3", "400", "1"], other]);
    store.load(DatasetKind::Logs, etl_csv(&[transfer(2, 0).fork(1)])).await;
    assert_eq!(store.rows(NEWEST).await, [["2024-01-01 01:00:00", "3", "400", "1"]]);
    assert_eq!(store.cell("SELECT count() FROM hourly_bars FINAL").await, "2");
}

#[tokio::test]
async fn a_days_blocks_end_where_its_rows_do_and_each_kind_of_rows_has_its_newest_time() {
    let store = registered("newest_rows").await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    store.load(DatasetKind::Blocks, blocks_csv(&[(7_400, 0), (7_500, 0)])).await;
    let newest = "SELECT last_block, newest_at, newest_block_at, newest_log_at, newest_transaction_at FROM chain_days FINAL \
                  ORDER BY day DESC LIMIT 1";
    let time = |block: u64| time_of(block).to_string();
    let found = store.rows(newest).await.remove(0);
    assert_eq!(found, ["7500".to_owned(), time(7_500), time(7_500), time(7_400), "null".to_owned()]);
}

#[tokio::test]
async fn a_warehouse_of_an_earlier_release_knows_what_is_newest() {
    let store = registered("newest_upgraded").await;
    store.load(DatasetKind::Logs, etl_csv(&chain())).await;
    let known = store.contents().await;
    for sql in [
        "DROP TABLE order_bars_by_time SYNC",
        "DROP TABLE hourly_bars SYNC",
        "DROP TABLE newest_bars SYNC",
        "ALTER TABLE chain_days DROP COLUMN newest_block_at, DROP COLUMN newest_transaction_at, DROP COLUMN newest_log_at",
        "ALTER TABLE schema_migrations DELETE WHERE number IN (24, 32) SETTINGS mutations_sync = 2",
    ] {
        store.warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    assert_eq!(store.contents().await, known);
    store.ingest.recover().await.expect("a recovery");
    assert_eq!(store.contents().await, known);
}
