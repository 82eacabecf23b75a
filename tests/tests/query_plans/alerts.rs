//! The evaluation of alerts reads those that fire.

use crate::app_store_support;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};
use std::iter;

/// The statement by which price alerts fire, with many alerts that do not.
const FIRING: &str = include_str!("../../../plugins/alerts/src/evaluation/prices/firing_price_alerts.sql");
const FIRING_ON_POSTGRES: &str =
    include_str!("../../../plugins/alerts/src/evaluation/prices/firing_price_alerts.postgres.sql");
/// The one by which alerts end their waiting.
const ENDING: &str = include_str!("../../../plugins/alerts/src/evaluation/prices/end_waiting.sql");
const ENDING_ON_POSTGRES: &str = include_str!("../../../plugins/alerts/src/evaluation/prices/end_waiting.postgres.sql");

/// Alerts over 50 pools, as many for a price above 1000, 1001, 1002 and so on of each. `QUARRY_TEST_ALERTS` makes more of them.
async fn alerts_over_fifty_pools(store: &AppStore) -> i64 {
    let count = std::env::var("QUARRY_TEST_ALERTS").ok().and_then(|count| count.parse().ok()).unwrap_or(40_000);
    let pool = match store.dialect() {
        AppStoreDialect::Sqlite => "unhex('00000000000000000000000000000000000000' || (10 + number % 50))",
        AppStoreDialect::Postgres => "decode('00000000000000000000000000000000000000' || (10 + number % 50), 'hex')",
    };
    let space = "INSERT INTO spaces (name, created_at) VALUES ('x', 0)".to_owned();
    // A statement has ten seconds: a million of them come in pieces.
    let pieces = (0..count).step_by(50_000).map(|first| {
        let last = count.min(first + 50_000) - 1;
        format!(
            "INSERT INTO price_alerts (space_id, chain_id, chain, pool, condition, threshold, threshold_exponent, threshold_mantissa,
                 sentence, state, arming, waits_for_crossing, created_at)
             WITH RECURSIVE numbers (number) AS (SELECT {first} UNION ALL SELECT number + 1 FROM numbers WHERE number < {last})
             SELECT 1, 1, 'ethereum', {pool}, 'above', CAST(1000 + number / 50 AS TEXT), length(CAST(1000 + number / 50 AS TEXT)),
                 substr(CAST(1000 + number / 50 AS TEXT) || '0000000000000000000', 1, 19), 'x', 'watching', 1, FALSE, 0
             FROM numbers"
        )
    });
    for sql in iter::once(space).chain(pieces).chain(iter::once("ANALYZE".to_owned())) {
        store.execute(&sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    count
}

/// One of the two statements, with a price of every pool, a half above `whole`: it finds two or three alerts of each beside many of the same power of ten.
async fn by_index_alone(store: &AppStore, texts: [&str; 2], index: &str, whole: i64) -> usize {
    let (exponent, mantissa) = (whole.to_string().len(), format!("{:0<19}", format!("{whole}5")));
    let pools: Vec<Vec<u8>> =
        (0..50).map(|number: u8| [vec![0; 19], vec![(1 + number / 10) * 16 + number % 10]].concat()).collect();
    let (dialect, text, explain, column) = match store.dialect() {
        AppStoreDialect::Sqlite => (Dialect::Sqlite, texts[0], "EXPLAIN QUERY PLAN", "detail"),
        AppStoreDialect::Postgres => {
            let explain = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)";
            (Dialect::Postgres, texts[1], explain, "QUERY PLAN")
        }
    };
    let rendered = Statement::parse(text).unwrap().render(dialect, None, |_| true, false);
    let rows = |is_given: bool| {
        let given = pools.iter().filter(|_| is_given);
        let rows: Vec<String> = given.map(|pool| format!("[\"{}\",{exponent},\"{mantissa}\"]", hex(pool))).collect();
        format!("[{}]", rows.join(","))
    };
    let bound: Vec<Value> = rendered
        .bindings
        .iter()
        .map(|name| match name.as_str() {
            "chain_id" => Value::Int64(1),
            "most" => Value::Int64(1_000),
            "prices" => Value::Text(rows(true)),
            "changes" => Value::Text(rows(false)),
            "prices/pool" => Value::BytesList(pools.clone()),
            "prices/exponent" => Value::Int64List(vec![i64::try_from(exponent).unwrap(); pools.len()]),
            "prices/mantissa" => Value::TextList(vec![mantissa.clone(); pools.len()]),
            "changes/pool" => Value::BytesList(Vec::new()),
            "changes/exponent" => Value::Int64List(Vec::new()),
            "changes/mantissa" => Value::TextList(Vec::new()),
            "read_at" => Value::Timestamp(1),
            other => panic!("the statement has a parameter {other}"),
        })
        .collect();
    let sql = &rendered.sql;
    let explained =
        store.query(&format!("{explain} {sql}"), &bound).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let steps: Vec<String> = Row::all(&explained).map(|row| row.text(column).unwrap()).collect();
    let plan = steps.join("\n");
    let (by_index, times) = match store.dialect() {
        AppStoreDialect::Sqlite => {
            let columns = "chain_id=? AND pool=? AND condition=? AND (threshold_exponent,threshold_mantissa)";
            (format!("SEARCH alert USING INDEX {index} ({columns}"), 3)
        }
        AppStoreDialect::Postgres => (format!("using {index} on price_alerts"), 6),
    };
    assert_eq!(steps.iter().filter(|step| step.contains(&by_index)).count(), times, "{plan}");
    // PostgreSQL says what it read and threw away, and compares of a pair the first column alone by an index.
    for waste in ["Rows Removed by Filter", "Seq Scan on price_alerts", "ROW("] {
        assert!(!plan.contains(waste), "{waste}: {plan}");
    }
    store.query(sql, &bound).await.unwrap().row_count
}

#[tokio::test]
async fn what_the_evaluation_of_alerts_reads_grows_with_those_that_fire_and_not_with_all() {
    for fresh in app_store_support::fresh_stores().await.unwrap() {
        let store = &fresh.store;
        alerts_over_fifty_pools(store).await;
        let fire = by_index_alone(store, [FIRING, FIRING_ON_POSTGRES], "price_alerts_armed", 1_002);
        assert_eq!(fire.await, 150);
        let left = "SELECT count(*) AS count FROM price_alerts WHERE waits_for_crossing";
        for sql in ["UPDATE price_alerts SET waits_for_crossing = TRUE", "ANALYZE"] {
            store.execute(sql, &[]).await.unwrap();
        }
        let waiting = Row::first(&store.query(left, &[]).await.unwrap()).unwrap().integer("count").unwrap();
        let whole = 1_000 + waiting / 50 - 3;
        by_index_alone(store, [ENDING, ENDING_ON_POSTGRES], "price_alerts_waiting", whole).await;
        let left = Row::first(&store.query(left, &[]).await.unwrap()).unwrap().integer("count").unwrap();
        assert_eq!(waiting - left, 100);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
