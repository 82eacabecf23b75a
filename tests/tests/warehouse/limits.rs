//! No query takes more than it was given, and each limit says which one it was.

use super::{ask, generous, shared};
use quarry::stores::row_memory::RowMemory;
use quarry::stores::warehouse::{QuerySettings, WarehouseError};
use std::time::{Duration, Instant};

const ENDLESS: &str = "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))";

#[tokio::test]
async fn a_slow_query_ends_at_its_deadline() {
    let warehouse = shared("limits").await;
    let started = Instant::now();
    let settings = QuerySettings { deadline: Duration::from_millis(300), ..generous() };
    let error = warehouse.query(ENDLESS, &[], settings).await.expect_err("too slow");
    assert!(matches!(error, WarehouseError::DeadlineExceeded { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_greedy_query_ends_at_its_memory_limit() {
    let warehouse = shared("limits").await;
    let settings = QuerySettings { max_memory_bytes: 50 << 20, ..generous() };
    let sql = "SELECT length(groupArray(number)) FROM numbers(100000000)";
    let error = warehouse.query(sql, &[], settings).await.expect_err("too much memory");
    assert!(matches!(error, WarehouseError::MemoryLimit { .. }), "{error}");
}

#[tokio::test]
async fn an_answer_is_whole_or_an_error() {
    let warehouse = shared("limits").await;
    for sql in ["SELECT number FROM numbers(101)", "SELECT number FROM numbers(1000000)"] {
        let settings = QuerySettings { max_rows: 100, ..generous() };
        let error = warehouse.query(sql, &[], settings).await.expect_err("too many rows");
        assert!(matches!(error, WarehouseError::RowLimit { .. }), "{error}");
    }
    let settings = QuerySettings { max_rows: 100, ..generous() };
    let exact = warehouse.query("SELECT number FROM numbers(100)", &[], settings).await.expect("exactly the limit");
    assert_eq!(exact.rows.row_count, 100);
    let sql = "SELECT throwIf(number = 900000, 'late') FROM numbers(1000000)";
    let error = ask(&warehouse, sql).await.expect_err("an error in the middle");
    assert!(matches!(&error, WarehouseError::Rejected { code: 395, message } if message.contains("late")), "{error}");
    // The same without holding the answer back: the error comes behind rows.
    let query = warehouse.client().query_raw(sql).with_setting("max_block_size", "10000");
    let error = query.fetch_bytes("RowBinary").expect("a cursor").collect().await.expect_err("a late error");
    assert!(error.to_string().contains("late"), "{error}");
}

#[tokio::test]
async fn an_answer_is_no_larger_than_its_reader_may_hold() {
    let warehouse = shared("limits").await;
    let wide = "SELECT number, repeat('x', 10000) AS words FROM numbers(1000)";
    // The first bound is the host's, which counts; the second is the server's, before anything is sent.
    for (limit, rows) in [(5 << 20, 1_000), (1 << 20, 10_000)] {
        let memory = RowMemory::of_host(limit);
        let sql = wide.replace("1000)", &format!("{rows})"));
        let refused = warehouse.query_within(&sql, &[], generous(), &memory).await;
        assert!(matches!(refused, Err(WarehouseError::RowMemory(_))), "{refused:?}");
        assert_eq!(memory.held(), 0);
    }
    let memory = RowMemory::of_host(11 << 20);
    let answer = warehouse.query_within(wide, &[], generous(), &memory).await.expect("it fits");
    assert_eq!(answer.rows.row_count, 1_000);
    // A number of 8 bytes, an offset of 4, 10,000 letters; and each column of texts has an offset more than rows.
    assert_eq!(memory.held(), 1_000 * (8 + 4 + 10_000) + 4);
    drop(answer);
    assert_eq!(memory.held(), 0);
}

#[tokio::test]
async fn numbers_that_the_server_keeps_in_many_bytes_are_not_refused_for_them() {
    let warehouse = shared("limits").await;
    let memory = RowMemory::of_host(400_000);
    let sql = "SELECT toUInt256(0) AS amount FROM numbers(50000)";
    let answer =
        warehouse.query_within(sql, &[], generous(), &memory).await.expect("50,000 digits and their offsets fit");
    assert_eq!(answer.rows.row_count, 50_000);
}

#[tokio::test]
async fn a_reading_statement_cannot_write_or_change_its_limits() {
    let warehouse = shared("limits").await;
    warehouse
        .execute("CREATE TABLE IF NOT EXISTS kept (id UInt64) ENGINE = MergeTree ORDER BY id")
        .await
        .expect("a table");
    for sql in ["DROP TABLE kept", "INSERT INTO kept VALUES (1)", "SELECT 1 SETTINGS max_memory_usage = 0"] {
        let error = ask(&warehouse, sql).await.expect_err(sql);
        assert!(matches!(error, WarehouseError::Rejected { code: 164, .. }), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_wrong_statement_is_told_apart_from_a_dead_warehouse() {
    let warehouse = shared("limits").await;
    for (sql, expected) in [("SELECT * FROM nowhere", 60), ("SELECT FROM WHERE", 62), ("SELECT nothing", 47)] {
        match ask(&warehouse, sql).await {
            Err(WarehouseError::Rejected { code, .. }) => assert_eq!(code, expected, "{sql}"),
            other => panic!("{sql}: {other:?}"),
        }
    }
    let error =
        warehouse.execute_with("SELECT 1", &[], &[("no_such_setting", "1")]).await.expect_err("a wrong setting");
    assert!(matches!(error, WarehouseError::Rejected { code: 115, .. }), "{error}");
    let error = warehouse.execute_with("SELECT 1", &[], &[("max_threads", "many")]).await.expect_err("a wrong value");
    assert!(matches!(error, WarehouseError::Rejected { .. }), "{error}");
}
