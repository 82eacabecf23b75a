//! The reading of an author's texts by the engine of the app store, before any of them is run.
//!
//! A rehearsal happens where nothing of the deployment can be changed: on SQLite in a store in memory with the same
//! schema, on PostgreSQL in a transaction that is rolled back. The texts of migrations run there, on no rows, and
//! make the tables that the other texts are then read against; the other texts are read by the engine and never run.
//! A text that the engine reads otherwise than somebody else would is therefore judged as the engine reads it.

mod own_names;
mod postgres;
mod rehearsed;
mod sqlite;

pub use own_names::OwnNames;
use rehearsed::IsOwn;
pub use rehearsed::{RehearsalError, RehearsedMigration, RehearsedText};

use crate::app::AppStore;
use crate::app::open::Pool;
use crate::report::Report;

/// The statements of a migration as the rehearsal on PostgreSQL runs them, one by one: the author's bytes without the
/// comments before each and the `;` behind it. Each is for the protocol that takes one command.
pub(super) fn postgres_statements(migration: &str) -> Result<Vec<&str>, String> {
    let pieces = postgres::pieces(migration).map_err(|uncut| uncut.to_string())?;
    Ok(pieces.into_iter().map(|piece| piece.text).collect())
}

impl AppStore {
    /// Runs `migrations` in order on a scratch where only their own tables are made, and tells of each of `texts` what it
    /// would touch, in their order. Nothing in the store changes, and nothing of `texts` is run. A migration that touches
    /// anything beyond `own` is refused, and so are tables of the component that are there already and do.
    pub async fn rehearse(
        &self,
        migrations: &[RehearsedMigration<'_>],
        texts: Vec<RehearsedText>,
        own: &OwnNames,
    ) -> Result<Vec<Report>, RehearsalError> {
        match &self.pool {
            Pool::Sqlite(_) => sqlite::rehearse(self, migrations, texts, own).await,
            Pool::Postgres(pool) => postgres::rehearse(pool, migrations, texts, &|name| own.has(name)).await,
        }
    }
}
