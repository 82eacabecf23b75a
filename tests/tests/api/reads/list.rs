//! A list that is walked by cursor, and the query whose rows it must be.

use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::Server;
use serde_json::Value as Json;
use std::time::Duration;

/// The values that tell a row of a list from all others, as texts without `0x`.
pub(super) type Key = Vec<String>;

#[derive(Clone)]
pub(super) struct List {
    /// The member of the body.
    pub(super) rows: &'static str,
    /// The parameter that `next_cursor` goes into.
    pub(super) cursor: &'static str,
    pub(super) key: &'static [&'static str],
    pub(super) unpaged: Unpaged,
}

/// A query without pages: the keys of all rows in the list's order, one text a column.
#[derive(Clone)]
pub(super) enum Unpaged {
    Warehouse(String),
    /// A table of the app store, whose key is the one column `key`.
    AppStore(&'static str),
}

impl List {
    /// Each row of a walk with pages of `limit`.
    pub(super) fn walk(&self, server: &Server, path: &str, limit: usize) -> Vec<Key> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let (mut keys, mut next) = (Vec::new(), format!("{path}{joint}limit={limit}"));
        loop {
            let answer = server.get(&next);
            assert_eq!(answer.status, 200, "{next}: {}", answer.text);
            let page = answer.json();
            let rows = page[self.rows].as_array().unwrap_or_else(|| panic!("{next} has no list {}: {page}", self.rows));
            assert!(rows.len() <= limit, "{next}");
            assert_eq!((&page["count"], &page["limit"]), (&rows.len().into(), &limit.into()), "{next}");
            keys.extend(rows.iter().map(|row| self.key(row)));
            match page["next_cursor"].as_str() {
                Some(cursor) => next = format!("{path}{joint}limit={limit}&{}={cursor}", self.cursor),
                None => return keys,
            }
        }
    }

    fn key(&self, row: &Json) -> Key {
        let text = |member: &&str| match &row[*member] {
            Json::String(text) => text.strip_prefix("0x").unwrap_or(text).to_owned(),
            Json::Number(number) => number.to_string(),
            other => panic!("{member} of {row} is {other}"),
        };
        self.key.iter().map(text).collect()
    }
}

impl Unpaged {
    pub(super) fn keys(&self, server: &Server) -> Vec<Key> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            match self {
                Unpaged::Warehouse(sql) => warehouse_keys(server, sql).await,
                Unpaged::AppStore(sql) => app_store_keys(server, sql).await,
            }
        })
    }
}

async fn warehouse_keys(server: &Server, sql: &str) -> Vec<Key> {
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 100_000,
        max_memory_bytes: 1 << 30,
        readonly: true,
    };
    let rows = warehouse.query(sql, &[], bounds).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
    let cell = |value| match value {
        Value::Text(text) => text,
        other => panic!("{other:?} is no text: write toString in {sql}"),
    };
    (0..rows.row_count).map(|row| rows.columns.iter().map(|column| cell(column.value(row))).collect()).collect()
}

async fn app_store_keys(server: &Server, sql: &str) -> Vec<Key> {
    let store = AppStore::open(&server.app_store_address()).await.expect("the store opens");
    let rows = store.query(sql, &[]).await.expect("the rows");
    let keys = Row::all(&rows).map(|row| vec![row.text("key").expect("a key")]).collect();
    store.close().await;
    keys
}
