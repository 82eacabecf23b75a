//! The component `evil`, or one under the name of another, with a text of SQL written into its file.

use anyhow::{Context, Result, bail};
use std::path::Path;

/// The place of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// For SQLite; PostgreSQL gets a harmless one in its place.
    SqliteMigration,
    /// For PostgreSQL; SQLite gets a harmless one in its place.
    PostgresMigration,
    AppStore,
    /// Run by `GET /evil/text`, for anybody.
    Get,
    Warehouse,
}

impl Place {
    fn case(self) -> &'static str {
        match self {
            Place::SqliteMigration => "text_of_sqlite_migration",
            Place::PostgresMigration => "text_of_postgres_migration",
            Place::AppStore => "text_for_app_store",
            Place::Get => "text_of_a_get",
            Place::Warehouse => "text_for_warehouse",
        }
    }
}

/// The component's file, with `sql` at that place.
pub fn component(place: Place, sql: &str) -> Result<Vec<u8>> {
    written(place.case(), sql)
}

/// The file of a component that calls itself `name`, asks for the app store and has `sql` as the statement that its keyed
/// `GET /namesake` runs. That answers 409 `namesake_served` where it is served.
pub fn namesake(name: &str, sql: &str) -> Result<Vec<u8>> {
    written(&format!("namesake_of_{name}"), sql)
}

/// The same with `sql` as its migration, and no statement.
pub fn migrating_namesake(name: &str, sql: &str) -> Result<Vec<u8>> {
    written(&format!("migrating_namesake_of_{name}"), sql)
}

fn written(case: &str, sql: &str) -> Result<Vec<u8>> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    let mut bytes = std::fs::read(built.join("quarry_test_manifests.wasm")).context("run `just test`")?;
    write(&mut bytes, b"quarry-mistake:", b"none.", b'.', 49, case)?;
    write(&mut bytes, b"quarry-text:", b"SELECT 1 AS one~", b'~', 2_036, sql)?;
    Ok(bytes)
}

/// Writes `text` behind the marker that `before` stands behind; the code that looks for the marker has another one.
fn write(bytes: &mut [u8], marker: &[u8], before: &[u8], padding: u8, room: usize, text: &str) -> Result<()> {
    let wanted = [marker, before].concat();
    let places = bytes.windows(wanted.len()).enumerate().filter(|(_, window)| *window == wanted);
    let places: Vec<usize> = places.map(|(at, _)| at + marker.len()).collect();
    let [at] = places.as_slice() else { bail!("{} places for {text}", places.len()) };
    if text.len() > room {
        bail!("{text} is longer than {room} bytes");
    }
    bytes[*at..at + room].fill(padding);
    bytes[*at..at + text.len()].copy_from_slice(text.as_bytes());
    Ok(())
}
