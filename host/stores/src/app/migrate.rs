//! Bringing the schema up to date.

use crate::app::error::Operation;
use crate::app::migrations::{migrate_sqlite, migrator};
use crate::app::open::{Pool, fix_search_path};
use crate::app::{AppStore, AppStoreDialect, AppStoreError, folder_lock};
use sqlx::{Connection, PgConnection};
use std::time::Duration;

/// The time that PostgreSQL may take to let a connection in.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

impl AppStore {
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
