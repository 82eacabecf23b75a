//! The role that the host connects as.

use super::{own, rehearse_migration, store, value};
use quarry::stores::app::{AppStore, AppStoreError, RehearsalError};
use quarry_tests::postgres::server_url;

/// The same store as another role.
async fn store_as(role: &str, schema: &str) -> AppStore {
    let url = server_url().unwrap();
    let separator = if url.contains('?') { '&' } else { '?' };
    let options = format!("options=-c%20search_path%3D{schema}%20-c%20role%3D{role}");
    AppStore::open(&format!("{url}{separator}{options}")).await.unwrap()
}

#[tokio::test]
async fn an_operator_is_told_the_grant_that_is_missing() {
    let fresh = store().await;
    let schema = value(&fresh.store, "SELECT current_schema()::text AS s").await;
    let schema = schema.split('"').find(|word| word.starts_with("quarry_test_")).unwrap().to_owned();
    let role = format!("{schema}_r");
    for sql in [format!("CREATE ROLE {role}"), format!("GRANT USAGE ON SCHEMA {schema} TO {role}")] {
        fresh.store.execute(&sql, &[]).await.unwrap();
    }
    let poor = store_as(&role, &schema).await;
    let refused = poor.rehearse(&[], Vec::new(), &own()).await;
    let Err(RehearsalError::Store(AppStoreError::CannotRehearse { reason })) = refused else { panic!("{refused:?}") };
    let grant = &reason[reason.find("GRANT").unwrap()..];
    fresh.store.execute(grant, &[]).await.unwrap();
    rehearse_migration(&poor, "CREATE TABLE evil__x (id BIGINT)").await.unwrap();
    poor.close().await;
    for sql in [format!("DROP OWNED BY {role}"), format!("DROP ROLE {role}")] {
        fresh.store.execute(&sql, &[]).await.unwrap();
    }
}

#[tokio::test]
async fn a_temporary_table_cannot_take_the_place_of_one_of_the_hosts() {
    let fresh = store().await;
    let mut transaction = fresh.store.begin().await.unwrap();
    transaction.execute("CREATE TEMP TABLE users (id BIGINT)", &[]).await.unwrap();
    let rows = transaction.query("SELECT name FROM users", &[]).await;
    assert!(rows.is_ok(), "{rows:?}");
}
