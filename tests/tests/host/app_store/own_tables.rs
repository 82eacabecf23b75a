//! A component's own tables: made once, by migrations that touch nothing else.

use crate::app_store_support::fresh_stores;
use jiff::Timestamp;
use quarry::capabilities::{
    Capabilities, ExaminationError, Given, OwnTablesError, Stores, check_own_tables, migrate_own_tables,
};
use quarry::contract::{ComponentMigration, Grant, Manifest, StatementSource, Store};
use quarry::stores::app::AppStore;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn manifest(migrations: &[(&str, &str)]) -> Manifest {
    let migration = |(name, sql): &(&str, &str)| ComponentMigration {
        name: (*name).to_owned(),
        sqlite: (*sql).to_owned(),
        postgres: (*sql).to_owned(),
    };
    Manifest {
        name: "price-alerts".to_owned(),
        version: "1.0.0".to_owned(),
        migrations: migrations.iter().map(migration).collect(),
        ..Manifest::default()
    }
}

#[test]
fn a_migration_that_reaches_beyond_its_own_tables_is_refused() {
    for sql in [
        "CREATE TABLE alerts (id BIGINT)",
        "CREATE TABLE price_alerts (id BIGINT)",
        "CREATE TABLE price_alerts_rules (id BIGINT)",
        "CREATE TABLE price_alerts__ä (id BIGINT)",
        "CREATE TABLE other.price_alerts__rules (id BIGINT)",
        "CREATE TABLE price_alerts__rules AS SELECT * FROM users",
        "CREATE TABLE price_alerts__rules (user_id BIGINT REFERENCES users (id))",
        "CREATE TEMPORARY TABLE price_alerts__rules (id BIGINT)",
        "CREATE INDEX price_alerts__by_email ON users (email)",
        "CREATE INDEX by_email ON price_alerts__rules (email)",
        "CREATE VIEW price_alerts__people AS SELECT * FROM users",
        "CREATE TRIGGER price_alerts__t AFTER INSERT ON price_alerts__rules BEGIN DELETE FROM users; END",
        "ALTER TABLE users ADD COLUMN price_alerts__x TEXT",
        "ALTER TABLE price_alerts__rules RENAME TO users_of_mine",
        "ALTER TABLE price_alerts__rules ADD COLUMN user_id BIGINT REFERENCES users (id)",
        "DROP TABLE users",
        "DROP TABLE price_alerts__rules, users",
        "DELETE FROM users",
        "INSERT INTO price_alerts__rules SELECT id FROM users",
        "SELECT 1",
        "PRAGMA writable_schema = 1",
        "ATTACH DATABASE 'x' AS price_alerts__x",
        "CREATE TABLE price_alerts__rules (id BIGINT); DROP TABLE users",
        "this is no SQL",
    ] {
        let refused = check_own_tables(&manifest(&[("0001_rules", sql)]));
        let sentence = refused.err().unwrap_or_else(|| panic!("{sql} was taken")).to_string();
        assert!(sentence.contains("0001_rules"), "{sql}: {sentence}");
    }
}

#[test]
fn a_component_that_is_called_like_the_beginning_of_a_table_does_not_own_it() {
    for (component, sql) in [
        // `price-alerts` has a neighbour whose name begins as its own does.
        ("price", "DROP TABLE price_alerts__rules"),
        ("price", "CREATE TABLE price_alerts__more (id BIGINT)"),
        ("price", "CREATE INDEX price__by_id ON price_alerts__rules (id)"),
        ("api", "DROP TABLE api_keys"),
        ("api", "ALTER TABLE api_keys ADD COLUMN mine TEXT"),
        ("job", "CREATE INDEX job_by_name ON job_schedules (name)"),
        ("audit", "DROP TABLE audit_entries"),
    ] {
        let refused = check_own_tables(&Manifest { name: component.to_owned(), ..manifest(&[("0001_take", sql)]) });
        assert!(matches!(refused, Err(OwnTablesError::NotItsOwn { .. })), "{component}: {sql}: {refused:?}");
    }
}

/// Gives the store's verdict on a statement at load.
async fn shown(store: &AppStore, sql: &str) -> Result<(), ExaminationError> {
    shown_beside(store, &[], sql).await
}

/// Gives the store's verdict on a statement of a component with those migrations.
async fn shown_beside(store: &AppStore, migrations: &[(&str, &str)], sql: &str) -> Result<(), ExaminationError> {
    let statement = StatementSource {
        name: "look".to_owned(),
        store: Store::AppStore,
        file: "sql/look.sql".to_owned(),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let manifest = Manifest { grants: vec![Grant::AppStore], statements: vec![statement], ..manifest(migrations) };
    let tables = ["app_store.*:write", "app_store.*:delete"].map(|table| table.parse().unwrap()).into();
    let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables, hooks: None };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Arc::new(Stores::new(store.clone(), warehouse));
    let (_, questions) = Capabilities::questioned(&manifest, &given, Arc::clone(&stores)).expect("granted");
    questions.ask(&manifest, &given, &stores, &[Store::AppStore]).await
}

#[tokio::test]
async fn a_statement_with_a_wrong_name_is_refused_before_it_serves() {
    for fresh in fresh_stores().await.expect("a store of each engine") {
        shown(&fresh.store, "SELECT day_starts_at FROM status_days").await.expect("there is such a column");
        for (sql, line) in [
            ("SELECT day_starts_at,\n    nothing\nFROM status_days", 2),
            ("SELECT day_starts_at\nFROM status_dayz", 2),
            (
                "SELECT day_starts_at\nFROM status_days\n-- order a\nORDER BY day_starts_at\n-- order b\nORDER BY nothing\n-- end order",
                6,
            ),
        ] {
            let refused = shown(&fresh.store, sql).await.expect_err(sql).to_string();
            let place = format!("sql/look.sql, line {line}: the app store does not accept it: ");
            assert!(refused.starts_with(&place), "{refused}");
        }
    }
}

#[tokio::test]
async fn each_migration_is_applied_once_and_never_with_another_text() {
    for fresh in fresh_stores().await.expect("a store of each engine") {
        let store = &fresh.store;
        let rules = "CREATE TABLE price_alerts__rules (id BIGINT NOT NULL, parent BIGINT);
                     CREATE INDEX price_alerts__rules_by_id ON price_alerts__rules (id);";
        let first = manifest(&[("0001_rules", rules)]);
        // Hosts that start together.
        let (one, other) = tokio::join!(
            migrate_own_tables(store, &first, Timestamp::UNIX_EPOCH),
            migrate_own_tables(store, &first, Timestamp::UNIX_EPOCH)
        );
        one.expect("applied");
        other.expect("applied by the other");
        let colours = "ALTER TABLE price_alerts__rules ADD COLUMN colour TEXT";
        let second = manifest(&[("0001_rules", rules), ("0002_colours", colours)]);
        migrate_own_tables(store, &second, Timestamp::UNIX_EPOCH).await.expect("applied");
        store.execute("INSERT INTO price_alerts__rules (id, colour) VALUES (1, 'red')", &[]).await.expect("a row");

        let edited = manifest(&[("0001_rules", "CREATE TABLE price_alerts__rules (id BIGINT)")]);
        let refused = migrate_own_tables(store, &edited, Timestamp::UNIX_EPOCH).await;
        assert!(matches!(refused, Err(OwnTablesError::Edited { .. })), "{refused:?}");

        // One that fails leaves nothing behind, its note included.
        let broken = "CREATE TABLE price_alerts__more (id BIGINT); DROP TABLE price_alerts__nothing";
        let third = manifest(&[("0003_broken", broken)]);
        migrate_own_tables(store, &third, Timestamp::UNIX_EPOCH).await.expect_err("there is no such table");
        let mended = manifest(&[("0003_broken", "CREATE TABLE price_alerts__more (id BIGINT)")]);
        migrate_own_tables(store, &mended, Timestamp::UNIX_EPOCH).await.expect("applied");
    }
}

#[tokio::test]
async fn a_store_in_memory_takes_what_a_deployment_would_and_nothing_else() {
    let store = AppStore::in_memory().await.expect("a store");
    assert!(
        store.query("SELECT key FROM modules", &[]).await.expect("the schema").row_count > 0,
        "the host's is there"
    );
    let rules = [("0001_rules", "CREATE TABLE price_alerts__rules (id BIGINT NOT NULL)")];
    shown_beside(&store, &rules, "SELECT id FROM price_alerts__rules").await.expect("the table would be made");
    migrate_own_tables(&store, &manifest(&rules), Timestamp::UNIX_EPOCH).await.expect("applied");
    shown_beside(&store, &rules, "SELECT id FROM price_alerts__rules").await.expect("the table was made");
    let unknown = "SELECT colour\nFROM price_alerts__rules";
    let refused = shown_beside(&store, &rules, unknown).await.expect_err("no such column").to_string();
    assert!(refused.starts_with("sql/look.sql, line 1: the app store does not accept it: "), "{refused}");

    let broken = manifest(&[("0002_broken", "DROP TABLE price_alerts__nothing")]);
    migrate_own_tables(&store, &broken, Timestamp::UNIX_EPOCH).await.expect_err("there is no such table");
    let another = AppStore::in_memory().await.expect("a store");
    another.query("SELECT id FROM price_alerts__rules", &[]).await.expect_err("each is one of its own");
}
