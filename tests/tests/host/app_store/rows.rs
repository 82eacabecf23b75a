//! Rows as a parameter, as each engine reads them: written, found, changed and deleted by one text whatever their number.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};
use serde_json::{Value as Json, json};

type Bound<'a> = &'a [(&'a str, Value)];

/// Runs `sql` with the rows of `items`: in JSON for SQLite, by columns for PostgreSQL.
async fn run(store: &AppStore, sql: &str, json: &Json, columns: Bound<'_>) -> Result<Vec<(i64, String)>> {
    let dialect = match store.dialect() {
        AppStoreDialect::Sqlite => Dialect::Sqlite,
        AppStoreDialect::Postgres => Dialect::Postgres,
    };
    let rendered = Statement::parse(sql)?.render(dialect, None, |_| true, false);
    let value = |binding: &String| match binding.as_str() {
        "items" => Value::Text(json.to_string()),
        binding => columns.iter().find(|(name, _)| *name == binding).map_or(Value::Null, |(_, value)| value.clone()),
    };
    let values: Vec<Value> = rendered.bindings.iter().map(value).collect();
    let rows = store.query(&rendered.sql, &values).await?;
    Row::all(&rows).map(|row| Ok((row.integer("id")?, row.text("t")?.to_owned()))).collect::<Result<_>>()
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_written_found_changed_and_deleted() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        store.execute("CREATE TABLE kept (id BIGINT, t TEXT)", &[]).await?;
        let json: Vec<Json> = (0..10_000).map(|id| json!([id, format!("it's \"{id}\"")])).collect();
        let columns = [
            ("items/id", Value::Int64List((0..10_000).collect())),
            ("items/t", Value::TextList((0..10_000).map(|id| format!("it's \"{id}\"")).collect())),
        ];
        let form = "{items:rows(id int64, t text)}";
        let insert = format!("INSERT INTO kept (id, t) SELECT item.id, item.t FROM {form} AS item");
        assert!(run(store, &insert, &Json::from(json), &columns).await?.is_empty());
        let all = "SELECT id, t FROM kept ORDER BY id";
        let kept = run(store, all, &Json::Null, &[]).await?;
        assert!(kept.len() == 10_000 && kept[9_999] == (9_999, "it's \"9999\"".to_owned()));

        let two = json!([[3, "three"], [5, "five"]]);
        let columns = [
            ("items/id", Value::Int64List(vec![3, 5])),
            ("items/t", Value::TextList(vec!["three".to_owned(), "five".to_owned()])),
        ];
        let change = format!("UPDATE kept SET t = item.t FROM {form} AS item WHERE kept.id = item.id");
        run(store, &change, &two, &columns).await?;
        let delete = format!("DELETE FROM kept WHERE id NOT IN (SELECT item.id FROM {form} AS item)");
        run(store, &delete, &two, &columns).await?;
        assert_eq!(run(store, all, &Json::Null, &[]).await?, [(3, "three".to_owned()), (5, "five".to_owned())]);
        let none = [("items/id", Value::Int64List(Vec::new())), ("items/t", Value::TextList(Vec::new()))];
        assert!(run(store, &format!("SELECT id, t FROM {form} AS item"), &json!([]), &none).await?.is_empty());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_filter_by_any_number_of_properties() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        store.execute("CREATE TABLE properties (id BIGINT, t TEXT, v TEXT)", &[]).await?;
        for (id, name, value) in [(1, "kind", "note"), (1, "state", "open"), (2, "kind", "note"), (2, "state", "done")]
        {
            let values = [Value::Int64(id), Value::Text(name.to_owned()), Value::Text(value.to_owned())];
            store.execute("INSERT INTO properties (id, t, v) VALUES ($1, $2, $3)", &values).await?;
        }
        let form = "{items:rows(name text, value text)}";
        let sql = format!(
            "SELECT id, min(t) AS t FROM properties JOIN {form} AS item ON item.name = t AND item.value = v \
             GROUP BY id HAVING count(*) = (SELECT count(*) FROM {form} AS item) ORDER BY id"
        );
        for (pairs, expected) in [
            (vec![("kind", "note")], vec![1, 2]),
            (vec![("kind", "note"), ("state", "done")], vec![2]),
            (vec![("kind", "note"), ("state", "lost")], vec![]),
        ] {
            let list = |pick: fn(&(&str, &str)) -> String| Value::TextList(pairs.iter().map(pick).collect());
            let columns =
                [("items/name", list(|pair| pair.0.to_owned())), ("items/value", list(|pair| pair.1.to_owned()))];
            let found = run(store, &sql, &json!(pairs), &columns).await?;
            assert_eq!(found.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), expected, "{pairs:?}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_type_comes_back_as_it_was_and_null_as_null() -> Result<()> {
    for fresh in fresh_stores().await? {
        let sql = "SELECT item.position AS id, CASE WHEN item.flag IS NULL AND item.share IS NULL AND item.hash IS NULL \
                   AND item.name IS NULL THEN 'null' WHEN item.flag AND item.share = 0.1 AND item.hash = item.same \
                   THEN item.name ELSE 'lost' END AS t FROM {items:rows(position timestamp, flag boolean?, \
                   share float64?, hash bytes?, name text?, same bytes)} AS item ORDER BY item.position";
        let json = json!([[1, 1, 0.1, "00ff", "kept", "00ff"], [2, null, null, null, null, "00ff"]]);
        let (nulls, bytes) = (Value::Int64List(vec![0, 1]), vec![0, 255]);
        let texts = |first: &str| Value::TextList(vec![first.to_owned(), "0".to_owned()]);
        let columns = [
            ("items/position", Value::Int64List(vec![1, 2])),
            ("items/flag", Value::Int64List(vec![1, 0])),
            ("items/flag?", nulls.clone()),
            ("items/share", texts("0.1")),
            ("items/share?", nulls.clone()),
            ("items/hash", Value::BytesList(vec![bytes.clone(), Vec::new()])),
            ("items/hash?", nulls.clone()),
            ("items/name", texts("kept")),
            ("items/name?", nulls),
            ("items/same", Value::BytesList(vec![bytes.clone(), bytes])),
        ];
        let found = run(&fresh.store, sql, &json, &columns).await?;
        assert_eq!(found, [(1, "kept".to_owned()), (2, "null".to_owned())]);
    }
    Ok(())
}
