//! Bringing the schema up to date.

use crate::app::error::Operation;
use crate::app::migrations::{migrate_sqlite, migrator, versions};
use crate::app::open::{Pool, fix_search_path};
use crate::app::{AppStore, AppStoreDialect, AppStoreError, Row, folder_lock};
use sqlx::{Connection, PgConnection};
use std::collections::BTreeSet;
use std::time::Duration;

/// The time that PostgreSQL may take to let a connection in.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The schema of a store, compared with the one that this program makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaState {
    /// The store has none: nobody has used it.
    Unmade,
    Same,
    /// It is an older or a newer program's.
    Other,
}

impl AppStore {
    /// Compares the schema without changing anything.
    pub async fn schema_state(&self) -> Result<SchemaState, AppStoreError> {
        let is_made = match self.dialect() {
            AppStoreDialect::Sqlite => "SELECT name FROM sqlite_master WHERE name = '_sqlx_migrations'",
            AppStoreDialect::Postgres => "SELECT 1 AS name WHERE to_regclass('_sqlx_migrations') IS NOT NULL",
        };
        if self.query(is_made, &[]).await?.row_count == 0 {
            return Ok(SchemaState::Unmade);
        }
        let applied = self.query("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version", &[]).await?;
        let applied = Row::all(&applied).map(|row| row.integer("version")).collect::<Result<BTreeSet<i64>, _>>()?;
        match applied == versions() {
            true => Ok(SchemaState::Same),
            false => Ok(SchemaState::Other),
        }
    }

    /// Applies what the store lacks, each migration in a transaction of its own. Processes that start together on one
    /// store wait for each other. Fails when the store was made by a newer binary, or from other files.
    pub async fn migrate(&self) -> Result<(), AppStoreError> {
        let refused = |source| AppStoreError::from_sqlx(Operation::Migrate, source);
        match &self.pool {
            Pool::Sqlite(pool) => {
                let _lock = folder_lock::lock(pool.connect_options().get_filename(), Operation::Migrate).await?;
                migrate_sqlite(pool).await
            }
            Pool::Postgres(pool) => {
                // A connection of its own: a migration may take longer than a statement. And where the server is not
                // there, this one says why; the pool goes on trying and says that it waited.
                let options = pool.connect_options();
                let connected = tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(&options)).await;
                let late = |_| AppStoreError::DeadlineExceeded { operation: Operation::Open, limit: CONNECT_TIMEOUT };
                let opened = |source| AppStoreError::from_sqlx(Operation::Open, source);
                let mut connection = connected.map_err(late)?.map_err(opened)?;
                fix_search_path(&mut connection).await.map_err(refused)?;
                sqlx::query("SET statement_timeout = 0").execute(&mut connection).await.map_err(refused)?;
                let migrated = migrator(AppStoreDialect::Postgres).run_direct(None, &mut connection, false).await;
                migrated.map_err(AppStoreError::from_migrate)
            }
        }
    }
}
