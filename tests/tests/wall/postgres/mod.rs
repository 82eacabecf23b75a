//! PostgreSQL: what components declare, rehearsed on a real server with the host's schema.

mod families;
mod generated;
mod grammar;
mod migrations;
mod roles;
mod texts;
mod unchanged;

use crate::app_store_support::{Fresh, fresh_stores};
use crate::component::NAME;
use quarry::stores::app::{AppStore, AppStoreDialect, OwnNames, RehearsalError, RehearsedMigration, RehearsedText};
use quarry::stores::report::Report;
use quarry::stores::result_set::Value;
use quarry_statement::ParameterType;

/// A store on PostgreSQL in a schema of its own, with a row in `users` that nobody was granted.
async fn store() -> Fresh {
    let fresh = fresh_stores().await.unwrap().pop().unwrap();
    assert_eq!(fresh.store.dialect(), AppStoreDialect::Postgres);
    let user = "INSERT INTO users (email, email_key, name, created_at) VALUES ($1, $1, $1, 0)";
    fresh.store.execute(user, &[Value::Text(CANARY.to_owned())]).await.unwrap();
    fresh
}

/// A text in rows that nobody was granted, and nowhere else.
const CANARY: &str = "canary-7f3a";

/// The attacker's tables.
fn own() -> OwnNames {
    OwnNames::of(NAME)
}

/// Functions that a component may call in the tests; the host's own list stands with its capabilities.
const FUNCTIONS: &[&str] =
    &["abs", "btrim", "concat", "count", "length", "lower", "max", "min", "sum", "upper", "row_number"];

/// Tables that the attacker has beside its own.
const GRANTED: &[&str] = &["plans"];

async fn rehearse_migration(store: &AppStore, sql: &str) -> Result<(), RehearsalError> {
    let migration = RehearsedMigration { name: "0001_evil", sql };
    store.rehearse(&[migration], Vec::new(), &own()).await.map(drop)
}

/// The report on one text, where the attacker has a table `evil__notes`.
async fn rehearse_text(store: &AppStore, sql: &str, parameters: &[ParameterType]) -> Result<Report, RehearsalError> {
    let table = "CREATE TABLE evil__notes (id BIGINT PRIMARY KEY, note TEXT, data JSONB, tags TEXT[])";
    let migration = RehearsedMigration { name: "0001_notes", sql: table };
    let text = RehearsedText { sql: sql.to_owned(), parameters: parameters.to_vec() };
    store.rehearse(&[migration], vec![text], &own()).await.map(|mut reports| reports.pop().unwrap())
}

/// Tells a report that a component with these grants may have.
fn is_let_in(report: &Report) -> bool {
    report.forbidden.is_empty()
        && report.tables.iter().all(|table| own().has(table) || GRANTED.contains(&table.as_str()))
        && report.functions.iter().all(|function| FUNCTIONS.contains(&function.as_str()))
}

/// The one value that a statement of the tests asks for.
async fn value(store: &AppStore, sql: &str) -> String {
    let rows = store.query(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    format!("{rows:?}")
}
