//! Lists in statements: rows are found by every item, whatever it holds and however many there are.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};

const TEXTS: [&str; 6] = ["plain", "it's", "\"quoted\", [1]", "{}\\", "ʻokina 😀\u{7f}", ""];

async fn ids(store: &AppStore, sql: &str, items: Value) -> Result<Vec<i64>> {
    let dialect = match store.dialect() {
        AppStoreDialect::Sqlite => Dialect::Sqlite,
        AppStoreDialect::Postgres => Dialect::Postgres,
    };
    let rendered = Statement::parse(sql)?.render(dialect, None, |_| true, false);
    assert_eq!(rendered.bindings, ["items"]);
    let rows = store.query(&rendered.sql, &[items]).await?;
    Ok(Row::all(&rows).map(|row| row.integer("id")).collect::<std::result::Result<_, _>>()?)
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_found_by_each_item_of_a_list() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let bytes = if store.dialect() == AppStoreDialect::Sqlite { "BLOB" } else { "BYTEA" };
        store.execute(&format!("CREATE TABLE listed (id BIGINT, t TEXT, n BIGINT, b {bytes})"), &[]).await?;
        for (id, text) in (0_i64..).zip(TEXTS) {
            let values = [
                Value::Int64(id),
                Value::Text(text.to_owned()),
                Value::Int64(i64::MAX - id),
                Value::Bytes(vec![0, 255, u8::try_from(id)?]),
            ];
            store.execute("INSERT INTO listed (id, t, n, b) VALUES ($1, $2, $3, $4)", &values).await?;
        }
        let all: Vec<i64> = (0..6).collect();
        let texts = TEXTS.map(str::to_owned).to_vec();
        let by_text = "SELECT id FROM listed WHERE t IN ({items:text[]}) ORDER BY id";
        assert_eq!(ids(store, by_text, Value::TextList(texts)).await?, all);
        for (id, text) in (0_i64..).zip(TEXTS) {
            assert_eq!(ids(store, by_text, Value::TextList(vec![text.to_owned()])).await?, [id], "{text}");
        }
        let by_number = "SELECT id FROM listed WHERE n IN ({items:int64[]}) ORDER BY id";
        let many: Vec<i64> = (0..10_000).map(|less| i64::MAX - less).collect();
        assert_eq!(ids(store, by_number, Value::Int64List(many)).await?, all);
        let unsigned = "SELECT id FROM listed WHERE n IN ({items:uint64[]}) ORDER BY id";
        assert_eq!(ids(store, unsigned, Value::UInt64List(vec![i64::MAX as u64, 1])).await?, [0]);
        assert!(ids(store, unsigned, Value::UInt64List(vec![u64::MAX])).await.is_err(), "no BIGINT holds it");
        let by_bytes = "SELECT id FROM listed WHERE b IN ({items:bytes[]}) ORDER BY id";
        let two = Value::BytesList(vec![vec![0, 255, 2], vec![0, 255, 4], vec![0, 255]]);
        assert_eq!(ids(store, by_bytes, two).await?, [2, 4]);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_in_an_empty_list() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        store.execute("CREATE TABLE listed (id BIGINT)", &[]).await?;
        store.execute("INSERT INTO listed (id) VALUES (1)", &[]).await?;
        for empty in [Value::Int64List(Vec::new()), Value::Null] {
            let within = "SELECT id FROM listed WHERE id IN ({items:int64[]})";
            assert!(ids(store, within, empty.clone()).await?.is_empty());
            let without = "SELECT id FROM listed WHERE id NOT IN ({items:int64[]})";
            assert_eq!(ids(store, without, empty).await?, [1]);
        }
    }
    Ok(())
}
