//! SQLite: its authorizer decides.

mod attacks;
mod generated;
mod grammar;
mod upgraded;

use crate::app_store_support::{Fresh, fresh_sqlite};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;

/// A word that stands in tables which the component was not given, and must never be answered.
pub(crate) const CANARY: &str = "canary-4711";

/// The grants of the component: a table with every verb, and a view without the table behind it.
pub(crate) const GIVEN: &[&str] = &["app_store.plans:write", "app_store.plans:delete", "app_store.api_key_list"];

/// A store with a person, a secret of the deployment and a table of another component, all of which hold the canary.
pub(crate) async fn guarded() -> Fresh {
    let fresh = fresh_sqlite().await.expect("a store");
    for sql in [
        "CREATE TABLE other__notes (id BIGINT PRIMARY KEY NOT NULL, text TEXT NOT NULL)",
        "INSERT INTO other__notes (id, text) VALUES (1, $1)",
        "INSERT INTO users (email, email_key, name, created_at) VALUES ($1, $1, $1, 0)",
        "INSERT INTO deployment_secrets (purpose, version, secret, created_at) VALUES ($1, 1, CAST($1 AS BLOB), 0)",
    ] {
        let values: &[Value] = if sql.contains("$1") { &[Value::Text(CANARY.to_owned())] } else { &[] };
        fresh.store.execute(sql, values).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    fresh
}

/// The rows of what the component was not given, and all that the catalogue has of others: neither ever changes. One line
/// a row.
pub(crate) async fn state(store: &AppStore) -> Vec<String> {
    let mut state = Vec::new();
    for (sql, columns) in [
        (
            "SELECT email, name, platform_tier, CAST(disabled_at AS TEXT) AS at FROM users",
            ["email", "name", "platform_tier", "at"],
        ),
        (
            "SELECT purpose, hex(secret) AS secret, '' AS a, '' AS b FROM deployment_secrets",
            ["purpose", "secret", "a", "b"],
        ),
        ("SELECT text, '' AS a, '' AS b, '' AS c FROM other__notes", ["text", "a", "b", "c"]),
        (
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'evil!_!_%' ESCAPE '!' AND name <> 'sqlite_sequence'",
            ["type", "name", "tbl_name", "sql"],
        ),
    ] {
        let rows = store.query(sql, &[]).await.expect("rows");
        for row in Row::all(&rows) {
            let words =
                columns.map(|column| row.optional_text(column).expect("a text").unwrap_or_else(|| "-".to_owned()));
            state.push(words.join(" "));
        }
    }
    state.sort();
    state
}
