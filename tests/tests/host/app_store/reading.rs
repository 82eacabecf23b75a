//! Statements where statements only read: on the connections of the store, in the call of a GET that does not say why it writes, and in
//! a self-test. What gets past every look at the text is refused by the engine, and nothing has changed.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use quarry::capabilities::{Call, Capabilities, Given, KeyValueFailure, StatementFailure, Stores};
use quarry::contract::{Caller, Grant, Manifest, StatementSource, Store};
use quarry::stores::app::{AppStore, AppStoreDialect, AppStoreError};
use quarry::stores::key_values::Condition;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Texts that write, by what they hide it in; none gives a number that the row does not have.
const PLAIN: &[(&str, &str)] = &[
    ("an update that answers", "UPDATE evil__notes SET number = 2 RETURNING number"),
    ("an insert that answers", "INSERT INTO evil__notes (id, number) VALUES (2, 2) RETURNING number"),
    ("a deletion that answers", "DELETE FROM evil__notes RETURNING number"),
    ("a table that is made", "CREATE TABLE evil__more (id BIGINT)"),
];

/// Texts that read as far as a reader of them can tell.
const ON_POSTGRES: &[(&str, &str)] = &[
    ("a WITH that changes rows", "WITH x AS (UPDATE evil__notes SET number = 2 RETURNING number) SELECT number FROM x"),
    ("a view over a function with effects", "SELECT number FROM evil__view"),
    ("a function with effects", "SELECT evil__write() AS number"),
    ("a sequence", "SELECT nextval('evil__numbers') AS number"),
];

/// The deployment has what a component could not make itself: a function that writes, and a view that calls it.
async fn prepared(fresh: &Fresh) -> Result<Vec<(&'static str, &'static str)>> {
    let store = &fresh.store;
    store.execute("CREATE TABLE evil__notes (id BIGINT PRIMARY KEY NOT NULL, number BIGINT NOT NULL)", &[]).await?;
    store.execute("INSERT INTO evil__notes (id, number) VALUES (1, 1)", &[]).await?;
    if store.dialect() == AppStoreDialect::Sqlite {
        return Ok(PLAIN.to_vec());
    }
    for sql in [
        "CREATE SEQUENCE evil__numbers",
        "CREATE FUNCTION evil__write() RETURNS bigint LANGUAGE sql VOLATILE
         AS 'UPDATE evil__notes SET number = 2 RETURNING number'",
        "CREATE VIEW evil__view AS SELECT evil__write() AS number",
    ] {
        store.execute(sql, &[]).await?;
    }
    Ok([PLAIN, ON_POSTGRES].concat())
}

/// All rows of the table.
async fn rows(store: &AppStore) -> Result<String> {
    Ok(format!("{:?}", store.query("SELECT id, number FROM evil__notes ORDER BY id", &[]).await?))
}

#[tokio::test]
async fn a_statement_that_writes_is_refused_by_the_engine_where_statements_read() -> Result<()> {
    for fresh in fresh_stores().await? {
        let texts = prepared(&fresh).await?;
        let before = rows(&fresh.store).await?;
        for (what, sql) in texts {
            let refused = fresh.store.read(sql, &[]).await;
            let is_refused =
                matches!(&refused, Err(error @ AppStoreError::WriteRefused { .. }) if !error.is_unavailable());
            assert!(is_refused, "{what}: {refused:?}");
            assert_eq!(rows(&fresh.store).await?, before, "{what}");
        }
        let read = fresh.store.read("SELECT number FROM evil__notes", &[]).await?;
        assert_eq!(read.row_count, 1, "what reads is read");
        fresh.store.execute("UPDATE evil__notes SET number = 3", &[]).await?;
        let read = fresh.store.read("SELECT id, number FROM evil__notes", &[]).await?;
        assert!(format!("{read:?}").contains('3'), "a write is seen by the next who reads: {read:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_store_in_memory_has_connections_that_only_read_too() -> Result<()> {
    let (store, another) = (AppStore::in_memory().await?, AppStore::in_memory().await?);
    store.execute("CREATE TABLE evil__notes (id BIGINT NOT NULL)", &[]).await?;
    assert_eq!(store.read("SELECT id FROM evil__notes", &[]).await?.row_count, 0);
    let refused = store.read("INSERT INTO evil__notes (id) VALUES (1) RETURNING id", &[]).await;
    assert!(matches!(refused, Err(AppStoreError::WriteRefused { .. })), "{refused:?}");
    assert_eq!(store.query("SELECT id FROM evil__notes", &[]).await?.row_count, 0);
    let elsewhere = another.read("SELECT id FROM evil__notes", &[]).await;
    assert!(elsewhere.is_err(), "each is a store of its own: {elsewhere:?}");
    Ok(())
}

/// The rights of a component whose statements are `texts`, as if no engine had been asked about them.
fn unexamined(store: &AppStore, texts: &[(&str, &str)], is_trial: bool) -> Result<Arc<Capabilities>> {
    let grants = vec![Grant::AppStore, Grant::KeyValue];
    let source = |(index, (_, sql)): (usize, &(&str, &str))| StatementSource {
        name: format!("text_{index}"),
        store: Store::AppStore,
        file: format!("sql/text_{index}.sql"),
        sql: (*sql).to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let manifest = Manifest {
        name: "evil".to_owned(),
        version: "1.0.0".to_owned(),
        grants: grants.clone(),
        statements: texts.iter().enumerate().map(source).collect(),
        ..Manifest::default()
    };
    let given = Given { grants: grants.into_iter().collect(), tables: BTreeSet::new(), hooks: None };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Arc::new(Stores::new(store.clone(), warehouse));
    Ok(Arc::new(match is_trial {
        true => Capabilities::of_a_trial(&manifest, &given, stores)?,
        false => Capabilities::of_examined(&manifest, &given, stores)?,
    }))
}

fn call(capabilities: &Arc<Capabilities>) -> Call {
    let deadline = Instant::now() + Duration::from_secs(30);
    Call::new(Arc::clone(capabilities), Caller::Nobody, None, Arc::from("request"), deadline)
}

#[tokio::test]
async fn a_get_that_does_not_say_why_it_writes_cannot_write_by_any_text() -> Result<()> {
    for fresh in fresh_stores().await? {
        let texts = prepared(&fresh).await?;
        let capabilities = unexamined(&fresh.store, &texts, false)?;
        let before = rows(&fresh.store).await?;
        for (index, (what, _)) in texts.iter().enumerate() {
            let mut read = call(&capabilities).reading(&Arc::from("list_notes"), true);
            let refused = read.query(Store::AppStore, &format!("text_{index}"), Vec::new()).await;
            let Err(StatementFailure::Rejected(sentence)) = refused else { panic!("{what}: {refused:?}") };
            assert_eq!(
                sentence,
                format!(
                    "the application store refused the statement text_{index}: it writes, and a GET that does not say why it \
                     writes only reads"
                )
            );
        }
        let mut read = call(&capabilities).reading(&Arc::from("list_notes"), true);
        let Err(StatementFailure::Rejected(sentence)) = read.begin().await.map(drop) else { panic!("it has begun") };
        assert_eq!(
            sentence,
            "list_notes is a GET that does not say why it writes, so it cannot begin a transaction: make it a POST, or give it \
             `writes = \"REASON\"`"
        );
        let kept = read.key_values().set("a", vec![1], None, Condition::Always).await;
        assert!(matches!(&kept, Err(KeyValueFailure::Rejected(_))), "{kept:?}");
        let absent = read.key_values().get("a").await;
        assert!(matches!(&absent, Ok(None)), "what reads is answered, and nothing was kept: {absent:?}");
        assert_eq!(rows(&fresh.store).await?, before);

        let mut declared = call(&capabilities).reading(&Arc::from("list_notes"), false);
        let updated = declared.query(Store::AppStore, "text_0", Vec::new()).await;
        assert!(updated.is_ok(), "one that says why it writes does: {updated:?}");
        assert_ne!(rows(&fresh.store).await?, before);
    }
    Ok(())
}

#[tokio::test]
async fn a_self_test_cannot_write_by_any_text() -> Result<()> {
    for fresh in fresh_stores().await? {
        let texts = prepared(&fresh).await?;
        let capabilities = unexamined(&fresh.store, &texts, true)?;
        let before = rows(&fresh.store).await?;
        for (index, (what, _)) in texts.iter().enumerate() {
            // The route may say why it writes, or be no GET at all.
            let refused = call(&capabilities).query(Store::AppStore, &format!("text_{index}"), Vec::new()).await;
            let nothing = StatementFailure::Unavailable("A self-test writes nothing.".to_owned());
            assert_eq!(refused.map(drop), Err(nothing), "{what}");
        }
        assert_eq!(rows(&fresh.store).await?, before);
    }
    Ok(())
}
