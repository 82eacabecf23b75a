//! Asking the engine to read a statement without running it.

use crate::stores::app::abandonment::Lease;
use crate::stores::app::error::Operation;
use crate::stores::app::open::Pool;
use crate::stores::app::query::within;
use crate::stores::app::{AppStore, AppStoreError};
use sqlx::postgres::{PgDatabaseError, PgErrorPosition};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};

impl AppStore {
    /// Whether the engine would run `sql`: its tables, columns and functions are there, and its types fit.
    pub async fn prepare(&self, sql: &str) -> Result<(), AppStoreError> {
        let failed = |source| AppStoreError::from_sqlx(Operation::Prepare, source);
        within(Operation::Prepare, async {
            // `AssertSqlSafe`: a statement that a component declared; it is read here and not run.
            let text = AssertSqlSafe(sql).into_sql_str();
            match &self.pool {
                Pool::Sqlite(pool) => {
                    let mut connection = pool.acquire().await.map_err(failed)?;
                    connection.prepare(text).await.map(drop).map_err(failed)
                }
                Pool::Postgres(pool) => {
                    let mut lease = Lease::acquire(pool, Operation::Prepare).await?;
                    let read = lease.connection().prepare(text).await.map(drop).map_err(failed);
                    lease.finish();
                    read
                }
            }
        })
        .await
    }
}

impl AppStoreError {
    /// The line of `sql` (from 1) that the engine complains about; SQLite does not tell.
    pub(crate) fn line_of(source: &sqlx::Error, sql: &str) -> Option<usize> {
        let error = source.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
        let PgErrorPosition::Original(position) = error.position()? else { return None };
        // The position counts characters from 1.
        Some(1 + sql.chars().take(position.saturating_sub(1)).filter(|letter| *letter == '\n').count())
    }
}
