//! A rehearsal leaves the deployment as it was, however it ends.

use super::{own, store, value};
use quarry::stores::app::{AppStore, RehearsedMigration, RehearsedText};
use std::time::Duration;

/// Everything that the catalogue has of schemas, relations, functions, types and settings, and how many rows there are.
async fn everything(store: &AppStore) -> String {
    let mut seen = Vec::new();
    for sql in [
        "SELECT string_agg(nspname, ' ' ORDER BY nspname)::text AS s FROM pg_namespace
         WHERE nspname = current_schema() OR nspname LIKE 'quarry_rehearsal_%' OR nspname LIKE 'pg\\_temp%'",
        "SELECT string_agg(relname || relkind::text || relnatts || relchecks || relhastriggers, ' ' ORDER BY oid)::text AS s FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace",
        "SELECT string_agg(proname, ' ' ORDER BY oid)::text AS s FROM pg_proc WHERE pronamespace = current_schema()::regnamespace",
        "SELECT count(*) AS s FROM users",
        "SELECT last_value AS s FROM users_id_seq",
    ] {
        seen.push(value(store, sql).await);
    }
    seen.join("\n")
}

const MIGRATION: &str = "CREATE TABLE evil__a (id BIGSERIAL PRIMARY KEY); CREATE TABLE evil__b (id BIGINT)";

#[tokio::test]
async fn nothing_of_the_deployment_changes_whether_a_rehearsal_succeeds_or_fails() {
    let fresh = store().await;
    let before = everything(&fresh.store).await;
    let text = |sql: &str| RehearsedText { sql: sql.to_owned(), parameters: Vec::new() };
    for (migration, texts) in [
        (
            MIGRATION,
            vec![text("DELETE FROM users"), text("INSERT INTO users (email) VALUES (nextval('users_id_seq')::text)")],
        ),
        (MIGRATION, vec![text("DELETE FROM users"), text("SELECT nothing FROM nowhere")]),
        ("CREATE TABLE evil__a (id BIGINT); DROP TABLE users", vec![]),
        ("CREATE TABLE evil__a (id BIGINT); CREATE TABLE evil__a (id BIGINT)", vec![]),
    ] {
        let migrations = [RehearsedMigration { name: "0001", sql: migration }];
        let _ = fresh.store.rehearse(&migrations, texts, &own()).await;
    }
    assert_eq!(everything(&fresh.store).await, before);
}

#[tokio::test]
async fn nothing_of_the_deployment_changes_where_a_rehearsal_is_given_up_halfway() {
    let fresh = store().await;
    let before = everything(&fresh.store).await;
    let texts: Vec<RehearsedText> = (0..400)
        .map(|number| RehearsedText { sql: format!("DELETE FROM users WHERE id = {number}"), parameters: Vec::new() })
        .collect();
    for milliseconds in [1, 5, 10, 20, 40, 80] {
        let migrations = [RehearsedMigration { name: "0001", sql: MIGRATION }];
        let own = own();
        let rehearsal = fresh.store.rehearse(&migrations, texts.clone(), &own);
        let _ = tokio::time::timeout(Duration::from_millis(milliseconds), rehearsal).await;
    }
    // The server notices within a second that somebody has gone.
    let open =
        "SELECT count(*) AS s FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND query LIKE '%evil__%'";
    for _ in 0..50 {
        if value(&fresh.store, open).await.contains('0') {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(everything(&fresh.store).await, before);
}

#[tokio::test]
async fn five_hundred_texts_take_seconds() {
    let fresh = store().await;
    let texts: Vec<RehearsedText> = (0..500)
        .map(|number| RehearsedText {
            sql: format!("SELECT u.email, p.key FROM users u JOIN plans p ON p.key = u.name WHERE u.id > {number} ORDER BY 1 LIMIT 5"),
            parameters: Vec::new(),
        })
        .collect();
    let began = std::time::Instant::now();
    let reports = fresh.store.rehearse(&[], texts, &own()).await.unwrap();
    eprintln!("500 texts were rehearsed in {:?}", began.elapsed());
    assert!(reports.iter().all(|report| report.tables.len() == 2));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
