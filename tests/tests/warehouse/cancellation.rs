//! A client that leaves costs the warehouse nothing more.

use super::{csv, generous, number, shared};
use futures_util::{StreamExt, stream};
use std::time::Duration;

/// Waits until no query whose text holds `mark` runs any more.
async fn gone(warehouse: &quarry::stores::warehouse::Warehouse, mark: &str) {
    let sql = format!(
        "SELECT count() FROM system.processes WHERE position(query, '{mark}') > 0 AND position(query, 'processes') = 0"
    );
    for _ in 0..150 {
        if number(warehouse, &sql).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{mark} still runs after three seconds");
}

#[tokio::test]
async fn a_dropped_query_is_freed() {
    let warehouse = shared("cancellation").await;
    let sql = "SELECT count() FROM numbers(777000000000) WHERE NOT ignore(sipHash64(number))";
    let query = warehouse.query(sql, &[], generous());
    tokio::time::timeout(Duration::from_millis(200), query).await.expect_err("it cannot have ended");
    gone(&warehouse, "777000000000").await;
}

#[tokio::test]
async fn a_dropped_stream_is_freed() {
    let warehouse = shared("cancellation").await;
    let query = warehouse.client().query_raw("SELECT number FROM numbers(888000000000)");
    let mut cursor = query.fetch_bytes("RowBinary").expect("a cursor");
    for _ in 0..20 {
        cursor.next().await.expect("a chunk");
    }
    drop(cursor);
    gone(&warehouse, "888000000000").await;
}

#[tokio::test]
async fn an_abandoned_insert_commits_nothing() {
    let warehouse = shared("cancellation").await;
    warehouse
        .execute("CREATE OR REPLACE TABLE left_behind (id UInt64, name String) ENGINE = MergeTree ORDER BY id")
        .await
        .expect("a table");
    for sql in [
        "INSERT INTO left_behind FORMAT CSV",
        "INSERT INTO left_behind SELECT * FROM input('id UInt64, name String') FORMAT CSV",
    ] {
        // A body that never ends: only the client's leaving does.
        let insert = warehouse.insert_stream(sql, &[], csv(100_000).chain(stream::pending()));
        tokio::time::timeout(Duration::from_millis(500), insert).await.expect_err("it cannot have ended");
        gone(&warehouse, "INTO left_behind").await;
        assert_eq!(number(&warehouse, "SELECT count() FROM left_behind").await, 0, "{sql}");
    }
}
