//! A manifest with one text of SQL, which a test writes into the file.

use crate::good::{route, statement};
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::bindings::quarry::plugin::exchange::{Answer, Body, Fragment};
use quarry_sdk::bindings::quarry::plugin::manifest::{
    Access, Grant, Manifest, Method, Migration, RateClass, Route, Store,
};

/// The operation that runs the text.
pub const OPERATION: &str = "run_text";

/// Behind the marker stands the text, then tildes.
const LENGTH: usize = 2_048;
static TEXT: [u8; LENGTH] = padded(b"quarry-text:SELECT 1 AS one~");

const fn padded(beginning: &[u8]) -> [u8; LENGTH] {
    let mut bytes = [b'~'; LENGTH];
    let mut index = 0;
    while index < beginning.len() {
        bytes[index] = beginning[index];
        index += 1;
    }
    bytes
}

/// The text that was written into the file.
pub fn text() -> String {
    // The compiler must not know what the file says.
    let bytes = std::hint::black_box(&TEXT);
    let text = String::from_utf8_lossy(&bytes[..]).into_owned();
    text.trim_start_matches("quarry-text:").trim_end_matches('~').to_owned()
}

/// Runs the text, and answers with how that went.
pub fn run() -> Answer {
    let outcome = app_store::query("text", &[]);
    let text = outcome.map_or_else(|failure| format!("{failure:?}"), |rows| format!("{} rows", rows.row_count()));
    let body = Body::Json(vec![Fragment::Text(format!("{{\"text\":{text:?}}}"))]);
    Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None }
}

/// Makes it the manifest of the component `evil`, with the text in one place and a table of its own.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    let migration = |name: &str, sqlite: &str, postgres: &str| Migration {
        name: name.to_owned(),
        sqlite: sqlite.to_owned(),
        postgres: postgres.to_owned(),
    };
    let notes = "CREATE TABLE evil__notes (id BIGINT PRIMARY KEY NOT NULL, text TEXT)";
    let harmless = "CREATE TABLE evil__x (id BIGINT)";
    let table = migration("0001_notes", notes, notes);
    let mut evil = Manifest {
        name: "evil".to_owned(),
        grants: vec![Grant::AppStore, Grant::Warehouse],
        routes: Vec::new(),
        statements: Vec::new(),
        migrations: vec![table],
        jobs: Vec::new(),
        events: Vec::new(),
        personal_data: Vec::new(),
        notifications: Vec::new(),
        ..manifest.clone()
    };
    match case {
        "text_of_sqlite_migration" => evil.migrations.push(migration("0002_text", &text(), harmless)),
        "text_of_postgres_migration" => evil.migrations.push(migration("0002_text", harmless, &text())),
        "text_for_app_store" => evil.statements.push(statement("text", &text())),
        "text_for_warehouse" => {
            let mut statement = statement("text", &text());
            statement.store = Store::Warehouse;
            evil.statements.push(statement);
        }
        "text_of_a_get" => {
            evil.statements.push(statement("text", &text()));
            let get = route(OPERATION, Method::Get, "/evil/text", Access::Keyless, RateClass::Public);
            evil.routes.push(Route { statements: vec!["text".to_owned()], ..get });
        }
        _ => return false,
    }
    *manifest = evil;
    true
}
