//! SQLite: texts are prepared under its authorizer, which tells of the tables, columns and functions that a text uses, and
//! the program that SQLite makes of a text tells which tables it opens.
//!
//! The authorizer belongs to a connection of its own, outside the pool: setting it expires all prepared statements of a
//! connection. Behind that connection is a store in memory with the schema of the deployment and none of its rows, so a
//! migration can run there. A view of the deployment stands there as a table with the view's columns. A name resolves as
//! it does in the deployment, and a read of the view is a read of that name and of nothing behind it.

mod actions;
mod migration;
mod program;
mod schema;
mod scratch;
mod text;

use crate::app::rehearsal::{OwnNames, RehearsalError, RehearsedMigration, RehearsedText};
use crate::app::{AppStore, AppStoreError};
use crate::report::Report;
use schema::Schema;
use scratch::Scratch;

pub(super) async fn rehearse(
    store: &AppStore,
    migrations: &[RehearsedMigration<'_>],
    texts: Vec<RehearsedText>,
    own: &OwnNames,
) -> Result<Vec<Report>, RehearsalError> {
    let schema = Schema::of(store).await?;
    let migrations: Vec<(String, String)> =
        migrations.iter().map(|migration| (migration.name.to_owned(), migration.sql.to_owned())).collect();
    let own = own.clone();
    let rehearsing = tokio::task::spawn_blocking(move || {
        // Tables that were made before this examination existed are looked at with the same eyes.
        let there = Scratch::open(&schema, &own)?;
        for (name, sql) in schema.own(&own) {
            migration::run(&there, name, sql, &own).map_err(|error| match error {
                RehearsalError::Migration { migration, reason } => RehearsalError::Table { table: migration, reason },
                error => error,
            })?;
        }
        let scratch = Scratch::open(&schema, &own)?;
        for (name, sql) in &migrations {
            migration::run(&scratch, name, sql, &own)?;
        }
        let reported = texts.iter().enumerate().map(|(index, text)| {
            let mut report = text::report(&scratch, index, text)?;
            schema.forbid_changes_of_views(&mut report);
            Ok::<Report, RehearsalError>(report)
        });
        reported.collect()
    });
    rehearsing.await.map_err(|error| AppStoreError::Rehearsal { reason: error.to_string() })?
}
