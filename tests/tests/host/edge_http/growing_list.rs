//! A list that grows while it is read: rows are added above the reader, in a real store, and a walk still gives each row
//! of its beginning once, in one order, whatever the page sizes.

use crate::edge_http::support::{Server, register, start};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::capabilities::{Call, Capabilities, Given, Stores};
use quarry::contract::{
    Answer, Body, CacheRule, Fragment, Grant, Handler, Manifest, Problem, Request, Route, StatementSource, Store,
    keyless_get, native,
};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

const LIST: &str = "\
SELECT block, log_index FROM entries
WHERE {after(block:int64 desc, log_index:int64 desc)}
ORDER BY block DESC, log_index DESC
LIMIT {page.limit}
";

/// The list, by the same capabilities that a component has.
fn list(store: &AppStore) -> Arc<dyn Handler> {
    let manifest = Manifest {
        name: "growing".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![StatementSource {
            name: "list".to_owned(),
            store: Store::AppStore,
            file: "sql/list.sql".to_owned(),
            sql: LIST.to_owned(),
            dialects: Vec::new(),
            unguarded: None,
        }],
        ..Manifest::default()
    };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Stores::new(store.clone(), warehouse);
    let given = Given {
        grants: BTreeSet::from([Grant::AppStore]),
        tables: BTreeSet::from(["app_store.entries".parse().unwrap()]),
        hooks: None,
    };
    let capabilities = Arc::new(Capabilities::new(&manifest, &given, Arc::new(stores)).unwrap());
    native(move |request: Request| {
        let mut call =
            Call::new(Arc::clone(&capabilities), request.caller, request.page, request.request_id, request.deadline);
        async move {
            let rows = call.query(Store::AppStore, "list", Vec::new()).await;
            let rows = rows.map_err(|failure| Problem::data_source_unavailable(format!("{failure:?}")))?;
            let fragments = vec![
                Fragment::Text("{".to_owned()),
                Fragment::PageMembers,
                Fragment::Text(",\"entries\":".to_owned()),
                Fragment::PageRows { rows: rows.set, after: rows.after, order: rows.order },
                Fragment::Text("}".to_owned()),
            ];
            Ok(Answer {
                status: 200,
                body: Body::Json(fragments),
                pinned: Vec::new(),
                headers: Vec::new(),
                version: None,
            })
        }
    })
}

async fn add(store: &AppStore, block: i64, log_index: i64) {
    let sql = "INSERT INTO entries (block, log_index) VALUES ($1, $2)";
    store.execute(sql, &[Value::Int64(block), Value::Int64(log_index)]).await.unwrap();
}

/// Walks the list; before each page but the first, `added` says how many rows come in above all others.
async fn walk(server: &Server, store: &AppStore, limits: &[usize], added: &[usize]) -> Vec<(i64, i64)> {
    let mut seen = Vec::new();
    let mut path = format!("/api/v1/growing?limit={}", limits[0]);
    for page in 0..1_000 {
        let response = server.get(&path).await;
        assert_eq!(response.status, 200, "{path}");
        let body = response.json();
        let rows = body["entries"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| (row["block"].as_i64().unwrap(), row["log_index"].as_i64().unwrap())));
        let Some(cursor) = body["next_cursor"].as_str() else {
            assert_eq!(response.header("link"), "", "no link without a next page");
            return seen;
        };
        assert!(response.header("link").contains(cursor), "the link carries the cursor");
        for _ in 0..added[page % added.len()] {
            let newest = store.query("SELECT max(block) AS block FROM entries", &[]).await.unwrap();
            let Value::Int64(newest) = newest.column("block").unwrap().value(0) else { panic!("a block") };
            add(store, newest + 1, 0).await;
        }
        path = format!("/api/v1/growing?limit={}&cursor={cursor}", limits[(page + 1) % limits.len()]);
    }
    panic!("the walk does not end");
}

#[test]
fn a_walk_gives_each_row_once_while_rows_are_added_above() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let rows = prop::collection::btree_set((0_i64..40, 0_i64..5), 1..60);
    let limits = prop::collection::vec(1_usize..20, 1..5);
    let added = prop::collection::vec(0_usize..4, 1..5);
    let mut runner = TestRunner::new(Config { cases: 24, ..Config::default() });
    let folder = std::env::temp_dir().join(format!("quarry-growing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let case = std::cell::Cell::new(0_u32);
    let outcome = runner.run(&(rows, limits, added), |(rows, limits, added)| {
        case.set(case.get() + 1);
        let url = format!("sqlite://{}/{}.sqlite3", folder.display(), case.get());
        let seen = runtime.block_on(async {
            let store = AppStore::open(&url).await.unwrap();
            let table = "CREATE TABLE entries (block BIGINT NOT NULL, log_index BIGINT NOT NULL, PRIMARY KEY (block, log_index))";
            store.execute(table, &[]).await.unwrap();
            for (block, log_index) in &rows {
                add(&store, *block, *log_index).await;
            }
            let route = Route {
                default_limit: Some(50),
                cache: CacheRule::None,
                ..keyless_get("growing", "/growing", "A list that grows")
            };
            let server = start(vec![register(route, list(&store))]).await;
            let seen = walk(&server, &store, &limits, &added).await;
            store.close().await;
            seen
        });
        let wanted: Vec<(i64, i64)> = rows.into_iter().rev().collect();
        prop_assert_eq!(seen, wanted);
        Ok(())
    });
    let _ = std::fs::remove_dir_all(&folder);
    outcome.unwrap();
}
