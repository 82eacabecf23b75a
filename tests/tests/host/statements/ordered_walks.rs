//! A list that can be walked in several orders gives each row once in each of them, on both engines, and no walk goes on in
//! another order than it began with.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use crate::app_store_support::fresh_stores;
use quarry::capabilities::{Call, Capabilities, Given, Rows, StatementFailure, Stores};
use quarry::contract::{Caller, Grant, Manifest, PageCursor, PageRequest, StatementSource, Store, Toward, Walk};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LIST: &str = "\
SELECT id, name, size, read_at FROM entries
WHERE TRUE
  AND size >= {least:int64} -- when least
-- order name
  AND {after(name:text asc)}
ORDER BY name
-- order size
  AND {after(size:int64 desc, id:int64 asc)}
ORDER BY size DESC, id
-- order newest
  AND {after(id:int64 desc)}
ORDER BY id DESC
-- order read
  AND {after(read_at:timestamp? desc, id:int64 asc)}
ORDER BY read_at DESC NULLS LAST, id
-- order unread
  AND {after(size:int64 asc, read_at:int64? asc, id:int64 desc)}
ORDER BY size, read_at ASC NULLS LAST, id DESC
-- end order
LIMIT {page.limit}
";

async fn capabilities(store: &AppStore) -> Arc<Capabilities> {
    let source = StatementSource {
        name: "list".to_owned(),
        store: Store::AppStore,
        file: "sql/list.sql".to_owned(),
        sql: LIST.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let manifest = Manifest {
        name: "ordered".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![source],
        ..Manifest::default()
    };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let tables = BTreeSet::from(["app_store.entries".parse().unwrap()]);
    let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables, hooks: None };
    let stores = Arc::new(Stores::new(store.clone(), warehouse));
    let (capabilities, questions) = Capabilities::questioned(&manifest, &given, Arc::clone(&stores)).unwrap();
    questions.ask(&manifest, &given, &stores, &[Store::AppStore]).await.unwrap();
    Arc::new(capabilities)
}

/// Gives the time at which an entry was read, which several share; a third of them never was.
fn read_at(id: i64) -> Option<i64> {
    (id % 3 > 0).then_some(id * 5 % 7)
}

/// Entries from 1 to `count`: names in another order than ids, sizes that several share.
async fn entries(store: &AppStore, count: i64) {
    store
        .execute(
            "CREATE TABLE entries (id BIGINT PRIMARY KEY, name TEXT NOT NULL, size BIGINT NOT NULL, read_at BIGINT)",
            &[],
        )
        .await
        .unwrap();
    for id in 1..=count {
        let read_at = read_at(id).map_or(Value::Null, Value::Timestamp);
        let values = [Value::Int64(id), Value::Text(format!("n{:03}", id * 37 % 101)), Value::Int64(id % 4), read_at];
        let insert = "INSERT INTO entries (id, name, size, read_at) VALUES ($1, $2, $3, $4)";
        store.execute(insert, &values).await.unwrap();
    }
}

async fn page(
    capabilities: &Arc<Capabilities>,
    order: Option<Value>,
    least: Option<i64>,
    cursor: Option<PageCursor>,
    limit: u32,
) -> Result<Rows, StatementFailure> {
    let deadline = Instant::now() + Duration::from_secs(30);
    let request = Some(PageRequest { limit, cursor, toward: Toward::Next, walk: Walk::default() });
    let mut call = Call::new(Arc::clone(capabilities), Caller::Nobody, request, Arc::from("test"), deadline);
    let order = order.map(|order| ("order".to_owned(), order));
    let least = least.map(|least| ("least".to_owned(), Value::Int64(least)));
    call.query(Store::AppStore, "list", order.into_iter().chain(least).collect()).await
}

/// The cursor behind the page's row of that number, as the edge makes it.
fn cursor_behind(rows: &Rows, row: usize) -> PageCursor {
    let after = rows.after.iter().map(|column| rows.set.column(&column.name).unwrap().value(row)).collect();
    PageCursor { after, order: rows.order.clone(), pinned: Vec::new() }
}

/// Ids in the order of the walk.
async fn walk(capabilities: &Arc<Capabilities>, order: &str, least: Option<i64>, limit: u32) -> Vec<i64> {
    let (mut seen, mut cursor) = (Vec::new(), None);
    for _ in 0..200 {
        let order = Some(Value::Text(order.to_owned()));
        let rows = page(capabilities, order, least, cursor.take(), limit).await.unwrap();
        let shown = rows.set.row_count.min(limit as usize);
        let ids = rows.set.column("id").unwrap();
        seen.extend((0..shown).map(|row| match ids.value(row) {
            Value::Int64(id) => id,
            other => panic!("{other:?}"),
        }));
        if rows.set.row_count <= shown {
            return seen;
        }
        cursor = Some(cursor_behind(&rows, shown - 1));
    }
    panic!("the walk does not end");
}

#[tokio::test]
async fn a_walk_in_any_order_gives_each_row_once() {
    for fresh in fresh_stores().await.unwrap() {
        entries(&fresh.store, 60).await;
        let capabilities = capabilities(&fresh.store).await;
        for least in [None, Some(2)] {
            let mut ids: Vec<i64> = (1..=60).filter(|id| least.is_none_or(|least| id % 4 >= least)).collect();
            for limit in [1, 7, 100] {
                ids.sort_by_key(|id| id * 37 % 101);
                assert_eq!(walk(&capabilities, "name", least, limit).await, ids, "by name, {limit} a page");
                ids.sort_by_key(|id| (-(id % 4), *id));
                assert_eq!(walk(&capabilities, "size", least, limit).await, ids, "by size, {limit} a page");
                ids.sort_by_key(|id| -id);
                assert_eq!(walk(&capabilities, "newest", least, limit).await, ids, "newest first, {limit} a page");
                ids.sort_by_key(|id| (read_at(*id).is_none(), read_at(*id).map(|at| -at), *id));
                assert_eq!(walk(&capabilities, "read", least, limit).await, ids, "read last first, {limit} a page");
                ids.sort_by_key(|id| (id % 4, read_at(*id).is_none(), read_at(*id), -id));
                assert_eq!(walk(&capabilities, "unread", least, limit).await, ids, "unread last, {limit} a page");
            }
        }
        fresh.store.close().await;
    }
}

#[tokio::test]
async fn an_order_that_is_none_of_the_statements_is_refused() {
    for fresh in fresh_stores().await.unwrap() {
        entries(&fresh.store, 3).await;
        let capabilities = capabilities(&fresh.store).await;
        let text = |order: &str| Some(Value::Text(order.to_owned()));
        let refusals = [
            (None, "the statement list has orders: `order` must pick one"),
            (text("id"), "the statement list has no order id: one of name, size, newest, read, unread"),
            (text("name; DROP TABLE entries"), "has no order name; DROP TABLE entries"),
            (Some(Value::Int64(1)), "the order of the statement list must be a text"),
            (Some(Value::Null), "the order of the statement list must be a text"),
        ];
        for (order, expected) in refusals {
            let refused = page(&capabilities, order, None, None, 5).await;
            assert!(
                matches!(&refused, Err(StatementFailure::Rejected(sentence)) if sentence.contains(expected)),
                "{refused:?}"
            );
        }
        fresh.store.close().await;
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_order() {
    for fresh in fresh_stores().await.unwrap() {
        entries(&fresh.store, 9).await;
        let capabilities = capabilities(&fresh.store).await;
        let text = |order: &str| Some(Value::Text(order.to_owned()));
        let rows = page(&capabilities, text("newest"), None, None, 2).await.unwrap();
        assert_eq!(rows.order.as_deref(), Some("newest"));
        let cursor = cursor_behind(&rows, 1);
        assert!(page(&capabilities, text("newest"), None, Some(cursor.clone()), 2).await.is_ok());
        // `name` has one cursor column too, so nothing but the order itself tells them apart.
        for cursor in [cursor.clone(), PageCursor { order: None, ..cursor }] {
            let refused = page(&capabilities, text("name"), None, Some(cursor), 2).await;
            let expected = "the cursor belongs to another order of the statement list";
            assert!(
                matches!(&refused, Err(StatementFailure::Rejected(sentence)) if sentence == expected),
                "{refused:?}"
            );
        }
        fresh.store.close().await;
    }
}
