//! The bytes of rows are counted while they arrive and given back with the rows; a statement without room for more is ended, and what
//! it used serves on.

use crate::app_store_support::fresh_stores;
use quarry::stores::app::AppStoreError;
use quarry::stores::result_set::{ColumnData, Value};
use quarry::stores::row_memory::{RowHolder, RowMemory, RowMemoryFull};

/// Rows without an end, of 1,000 letters each.
const ENDLESS: &str = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers)
                       SELECT number, replace('aaaaaaaaaa', 'a', $1) AS words FROM numbers";

fn letters() -> Value {
    Value::Text("x".repeat(100))
}

fn limited(rows: u32) -> String {
    format!("{ENDLESS} LIMIT {rows}")
}

#[tokio::test]
async fn rows_are_counted_at_each_level_until_the_last_of_them_is_dropped() {
    for fresh in fresh_stores().await.expect("stores") {
        let host = RowMemory::of_host(1 << 20);
        let component = host.of_component(1 << 20);
        let call = component.of_call(1 << 20);
        let rows = fresh.store.query_within(&limited(100), &[letters()], &call).await.expect("rows");
        // A number of 8 bytes, an offset of 4, 1,000 letters.
        let held = 100 * (8 + 4 + 1_000);
        assert_eq!([host.held(), component.held(), call.held()], [held; 3]);
        let clone = rows.clone();
        drop(rows);
        assert_eq!(host.held(), held, "a clone has the rows still");
        drop(clone);
        assert_eq!([host.held(), component.held(), call.held()], [0; 3]);
        let none = fresh.store.query_within(&limited(0), &[letters()], &call).await.expect("no rows");
        assert_eq!((none.row_count, none.columns.len(), host.held()), (0, 2, 0));
    }
}

#[tokio::test]
async fn the_level_that_has_no_room_is_named_and_the_others_get_theirs_back() {
    for fresh in fresh_stores().await.expect("stores") {
        for (host, component, call, full, limit) in [
            (1 << 20, 1 << 20, 50_000, RowHolder::Call, 50_000),
            (1 << 20, 50_000, 1 << 20, RowHolder::Component, 50_000),
            (50_000, 1 << 20, 1 << 20, RowHolder::Host, 50_000),
        ] {
            let host = RowMemory::of_host(host);
            let component = host.of_component(component);
            let (call, other) = (component.of_call(call), component.of_call(call));
            let refused = fresh.store.query_within(&limited(100), &[letters()], &call).await;
            let found = match refused {
                Err(AppStoreError::RowMemory(full)) => full,
                other => panic!("{other:?}"),
            };
            assert_eq!(found, RowMemoryFull { holder: full, limit });
            assert_eq!([host.held(), component.held(), call.held()], [0; 3]);
            // 49 rows are 49,588 bytes: what is left is used to the end.
            let rows = fresh.store.query_within(&limited(49), &[letters()], &other).await.expect("it fits");
            assert_eq!(rows.row_count, 49);
        }
    }
}

#[tokio::test]
async fn a_statement_without_an_end_is_ended_and_its_connection_serves_on() {
    for fresh in fresh_stores().await.expect("stores") {
        // More than either engine has connections: one that still ran would keep its own.
        for _ in 0..40 {
            let memory = RowMemory::of_host(100_000);
            let refused = fresh.store.query_within(ENDLESS, &[letters()], &memory).await;
            assert!(matches!(refused, Err(AppStoreError::RowMemory(_))), "{refused:?}");
            assert_eq!(memory.held(), 0);
        }
        fresh.store.ping().await.expect("it answers");
    }
}

#[tokio::test]
async fn a_transaction_whose_rows_had_no_room_leaves_nothing_and_keeps_nobody_waiting() {
    for fresh in fresh_stores().await.expect("stores") {
        fresh.store.execute("CREATE TABLE kept (id BIGINT)", &[]).await.expect("a table");
        for _ in 0..20 {
            let mut transaction = fresh.store.begin().await.expect("a transaction");
            let memory = RowMemory::of_host(100_000);
            transaction.execute("INSERT INTO kept (id) VALUES (1)", &[]).await.expect("a row");
            let refused = transaction.query_within(ENDLESS, &[letters()], &memory).await;
            assert!(matches!(refused, Err(AppStoreError::RowMemory(_))), "{refused:?}");
            drop(transaction);
        }
        let left = fresh.store.query("SELECT id FROM kept", &[]).await.expect("an answer");
        assert_eq!(left.row_count, 0);
    }
}

#[tokio::test]
async fn a_column_that_begins_with_nulls_has_the_type_of_its_first_value() {
    for fresh in fresh_stores().await.expect("stores") {
        let sql = "SELECT CAST(NULL AS BIGINT) AS number, CAST(NULL AS TEXT) AS word UNION ALL
                   SELECT NULL, NULL UNION ALL SELECT 7, 'seven'";
        let rows = fresh.store.query(sql, &[]).await.expect("rows");
        let number = &rows.columns[0];
        assert_eq!(number.data, ColumnData::Int64(vec![0, 0, 7]));
        assert_eq!((number.value(0), number.value(1), number.value(2)), (Value::Null, Value::Null, Value::Int64(7)));
        assert_eq!(rows.columns[1].value(2), Value::Text("seven".to_owned()));
    }
}
