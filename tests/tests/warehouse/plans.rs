//! Limits on the part of a table that the families' statements read: a list that reads all of it is slow for everybody.
//!
//! Two million bars of twenty pools: 245 granules and more. What is looked at is the engine's own account of the granules
//! that the primary key leaves to read.

use super::{generous, shared};
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_statement::{Dialect, StatementFiles};
use std::path::Path;
use tokio::sync::OnceCell;

const POOLS: u64 = 20;
const BARS_OF_A_POOL: u64 = 100_000;
/// 2010-01-01, in seconds.
const FIRST_HOUR: u64 = 1_262_304_000;

/// A warehouse with the project's schema, its bars, tokens and pools, each table in one part.
///
/// It is filled once; the connection is each test's own, because it ends with the runtime that it was made on.
async fn filled() -> Warehouse {
    static FILLED: OnceCell<()> = OnceCell::const_new();
    let warehouse = shared("plans").await;
    FILLED
        .get_or_init(|| async {
            migrate(&warehouse, &MigrationSettings { engine_prefix: String::new(), cluster: None })
                .await
                .expect("the schema");
            for sql in [
                format!(
                    "INSERT INTO price_bars (chain_id, pool, period, start, source, volume_token0_raw, volume_token1_raw,
                         trades, price_events, first_block, last_block, last_event_at, version)
                     SELECT 1 + intDiv(number, {BARS_OF_A_POOL}) % 2, {POOL_NUMBER}, 'hourly',
                         toDateTime({FIRST_HOUR} + 3600 * (number % {BARS_OF_A_POOL}), 'UTC') AS hour, 'v3_swaps', 1, 1, 1, 1,
                         number, number, hour, 1
                     FROM numbers({POOLS} * {BARS_OF_A_POOL})"
                ),
                "INSERT INTO tokens (chain_id, address, symbol, name, version)
                 SELECT 1 + number % 10, unhex(leftPad(lower(hex(number)), 40, '0')), 'T', 'Token', 1 FROM numbers(200000)"
                    .to_owned(),
                "INSERT INTO pools (chain_id, address, protocol, source, token0, token1, version)
                 SELECT 1 + number % 10, unhex(leftPad(lower(hex(number)), 40, '0')), 'uniswap_v3', 'v3', '', '', 1
                 FROM numbers(200000)"
                    .to_owned(),
            ] {
                warehouse.execute(&sql).await.expect("rows");
            }
            for sql in [
                "INSERT INTO ranked_tokens (chain_id, token, is_registered, symbol, name, pools, version)
                 SELECT chain_id, address, 1, symbol, name, 1, 1 FROM tokens",
                "INSERT INTO ranked_pools (chain_id, pool, protocol, source, token0, token1, version)
                 SELECT chain_id, address, protocol, source, token0, token1, 1 FROM pools",
            ] {
                warehouse.execute(sql).await.expect("rows");
            }
            for table in ["price_bars", "hourly_bars", "tokens", "pools", "ranked_tokens", "ranked_pools"] {
                warehouse.execute(&format!("OPTIMIZE TABLE {table} FINAL")).await.expect("one part");
            }
        })
        .await;
    warehouse
}

const POOL_NUMBER: &str = "unhex(leftPad(lower(hex(intDiv(number, 100000))), 40, '0'))";

/// The address of that number.
fn address(number: u8) -> Value {
    let mut bytes = vec![0; 20];
    bytes[19] = number;
    Value::Bytes(bytes)
}

/// The start of the bar of that number, in microseconds.
fn hour(number: u64) -> Value {
    Value::Timestamp(i64::try_from((FIRST_HOUR + 3_600 * number) * 1_000_000).expect("a time"))
}

/// Granules of `table` that a statement of `markets` reads, and those that there are.
async fn granules(file: &str, table: &str, values: &[(&str, Value)]) -> (u64, u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/markets");
    let statement = StatementFiles::read(&folder, &format!("sql/{file}"), false).expect("a statement").main.statement;
    let value_of = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
    let has_cursor = value_of("after.1").is_some();
    let is_given = |name: &str| value_of(name).is_some();
    let rendered = statement.render(Dialect::ClickHouse, None, is_given, has_cursor);
    // The hours of the rankings: of one chain, if it says none.
    let value = |name: &str| match (value_of(name), name) {
        (Some(given), _) => given,
        (None, "chain_ids" | "hours" | "starts") => Value::UInt64List(vec![FIRST_HOUR]),
        (None, _) => Value::UInt64(51),
    };
    let named: Vec<(String, Value)> =
        rendered.bindings.iter().map(|name| (quarry_statement::dotless(name), value(name))).collect();
    let explained = filled().await.query(&format!("EXPLAIN indexes = 1\n{}", rendered.sql), &named, generous()).await;
    let rows = explained.unwrap_or_else(|error| panic!("{file}: {error}")).rows;
    let lines: Vec<String> = (0..rows.row_count)
        .map(|row| match rows.columns[0].value(row) {
            // Without the lines of the tree.
            Value::Text(line) => line.trim_start_matches(|letter: char| !letter.is_ascii_alphanumeric()).to_owned(),
            other => panic!("{other:?}"),
        })
        .collect();
    let of_table = lines.iter().skip_while(|line| {
        !line.starts_with("ReadFromMergeTree") || !line.trim_end_matches(')').ends_with(&format!(".{table}"))
    });
    // The last index of the first read is what is left to read.
    let read = of_table.skip(1).take_while(|line| !line.contains("ReadFromMergeTree"));
    let counts = read.filter_map(|line| line.strip_prefix("Granules: ")).last();
    let (read, all) = counts.and_then(|counts| counts.split_once('/')).unwrap_or_else(|| panic!("{lines:#?}"));
    (read.parse().expect("a number"), all.parse().expect("a number"))
}

fn pool(further: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    let pool = [
        ("chain_id", Value::UInt64(2)),
        ("pool", address(7)),
        ("period", Value::Text("hourly".to_owned())),
        ("inverted", Value::Boolean(false)),
    ];
    pool.into_iter().chain(further.iter().cloned()).collect()
}

#[tokio::test]
async fn bars_of_a_pool_are_read_and_no_others() {
    for file in ["price_bars.sql", "inverted_price_bars.sql", "compared_price_bars.sql"] {
        let (read, all) = granules(file, "price_bars", &pool(&[])).await;
        assert!(all >= 240, "{file}: {read} of {all}");
        assert!(read <= 15, "{file} reads the pool's bars: {read} of {all}");
    }
}

#[tokio::test]
async fn a_range_of_time_is_all_that_is_read() {
    let day = [("from", hour(50_000)), ("to", hour(50_024))];
    for file in ["price_bars.sql", "inverted_price_bars.sql", "compared_price_bars.sql"] {
        let (read, all) = granules(file, "price_bars", &pool(&day)).await;
        assert!(read <= 3, "{file} with from and to: {read} of {all}");
        let (read, all) = granules(file, "price_bars", &pool(&[("from", hour(99_000))])).await;
        assert!(read <= 3, "{file} with from: {read} of {all}");
        let (read, all) = granules(file, "price_bars", &pool(&[("to", hour(1_000))])).await;
        assert!(read <= 3, "{file} with to: {read} of {all}");
    }
    let (read, all) = granules("newest_bar_before.sql", "price_bars", &pool(&[("to", hour(1_000))])).await;
    assert!(read <= 3, "the newest bar before a time: {read} of {all}");
}

#[tokio::test]
async fn a_later_page_begins_where_the_one_before_it_ended() {
    for file in ["price_bars.sql", "inverted_price_bars.sql"] {
        let (first, _) = granules(file, "price_bars", &pool(&[])).await;
        let (read, all) = granules(file, "price_bars", &pool(&[("after.1", hour(98_000))])).await;
        assert!(read <= 3 && read < first, "{file}, a late page: {read} of {all}, and {first} for the first");
    }
    let chain =
        [("chain_id", Value::UInt64(3)), ("after.1", Value::Text("A".to_owned())), ("after.2", Value::UInt64(3))];
    let later = [&chain[..], &[("after.3", address(9))]].concat();
    let (read, all) = granules("tokens.sql", "ranked_tokens", &later).await;
    assert!(all >= 150 && read <= 25, "a later page of a chain's tokens: {read} of {all}");
    let (read, all) = granules("earlier_tokens.sql", "tokens", &later).await;
    assert!(all >= 20 && read <= 4, "a later page of a chain's tokens as of an earlier hour: {read} of {all}");
}

#[tokio::test]
async fn a_chain_or_an_address_narrows_the_registry() {
    for (file, table) in [("tokens.sql", "ranked_tokens"), ("ranked_pools.sql", "ranked_pools")] {
        let (read, all) = granules(file, table, &[("chain_id", Value::UInt64(3))]).await;
        assert!(all >= 150 && read <= 25, "{file} of a chain: {read} of {all}");
        let searched = [("chain_id", Value::UInt64(3)), ("q", Value::Text("weth".to_owned()))];
        let (read, all) = granules(file, table, &searched).await;
        assert!(read <= 25, "{file}, a search in a chain: {read} of {all}");
    }
    let (read, all) = granules("earlier_tokens.sql", "tokens", &[("chain_id", Value::UInt64(3))]).await;
    assert!(all >= 20 && read <= 4, "the tokens of a chain as of an earlier hour: {read} of {all}");
    let of_chain = [("address", address(7)), ("chain_id", Value::UInt64(3))];
    let (read, all) = granules("pool.sql", "ranked_pools", &of_chain).await;
    assert!(all >= 150 && read <= 2, "a pool of a chain: {read} of {all}");
    let (read, all) = granules("pool.sql", "ranked_pools", &[("address", address(7))]).await;
    assert!(read < all, "the pools of an address on any chain: {read} of {all}");
}

#[tokio::test]
async fn a_ranking_of_an_earlier_hour_counts_the_bars_of_its_day_alone() {
    // The day that is ranked, and the one before it, which its changes are against.
    let until = FIRST_HOUR + 3_600 * 90_048;
    let days = [
        ("chain_ids", Value::UInt64List(vec![1])),
        ("hours", Value::UInt64List(vec![until])),
        ("starts", Value::UInt64List((1..=48).map(|hours| until - 3_600 * hours).collect())),
    ];
    let (read, all) = granules("earlier_ranked_pools.sql", "hourly_bars", &days).await;
    assert!(all >= 1_900 && read <= 4, "the activity of two days: {read} of {all}");
}
