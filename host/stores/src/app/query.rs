//! Running one statement, bounded in time and rows; the shortest one tells whether the store is there.

use crate::app::abandonment::{Lease, Watch};
use crate::app::error::{Operation, STATEMENT_TIMEOUT};
use crate::app::open::Pool;
use crate::app::{AppStore, AppStoreError, bind_postgres, bind_sqlite, decode_postgres, decode_sqlite};
use crate::result_set::{ResultSet, Value};
use futures_util::{Stream, StreamExt};
use sqlx::{AssertSqlSafe, Executor, PgConnection, SqlSafeStr, SqliteConnection, Statement};
use std::pin::pin;
use std::time::Duration;

/// The most rows that a statement may give. Pages are 500 rows; a statement that reaches this lacks its LIMIT.
const MAX_ROWS: usize = 10_000;
const PING_TIMEOUT: Duration = Duration::from_secs(2);

impl AppStore {
    /// Runs a statement and gives its rows; `values` in the order of `$1`, `$2`, ….
    ///
    /// A set without rows has its columns too. Times come back as whole numbers: only the reader knows which number is one.
    pub async fn query(&self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        self.query_over(&self.pool, sql, values).await
    }

    /// As [`AppStore::query`], over connections on which the engine refuses a statement that writes, whatever it looks like:
    /// it fails as [`AppStoreError::WriteRefused`], and nothing has changed.
    pub async fn read(&self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        self.query_over(&self.reading, sql, values).await.map_err(AppStoreError::of_a_reader)
    }

    async fn query_over(&self, pool: &Pool, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        within(Operation::Query, async {
            match pool {
                Pool::Sqlite(pool) => {
                    let connection = &mut *pool.acquire().await.map_err(query_failed)?;
                    query_sqlite(connection, sql, values, self.ends_abandoned).await
                }
                Pool::Postgres(pool) => {
                    let mut lease = Lease::acquire(pool, Operation::Query).await?;
                    let answer = query_postgres(lease.connection(), sql, values).await;
                    lease.finish();
                    answer
                }
            }
        })
        .await
    }

    /// Runs a statement for its effect and tells how many rows it touched.
    pub async fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, AppStoreError> {
        within(Operation::Execute, async {
            match &self.pool {
                Pool::Sqlite(pool) => {
                    let connection = &mut *pool.acquire().await.map_err(execute_failed)?;
                    execute_sqlite(connection, sql, values, self.ends_abandoned).await
                }
                Pool::Postgres(pool) => {
                    let mut lease = Lease::acquire(pool, Operation::Execute).await?;
                    let done = execute_postgres(lease.connection(), sql, values).await;
                    lease.finish();
                    done
                }
            }
        })
        .await
    }

    /// Checks that the store answers within two seconds.
    pub async fn ping(&self) -> Result<(), AppStoreError> {
        match tokio::time::timeout(PING_TIMEOUT, self.query("SELECT 1 AS one", &[])).await {
            Ok(answer) => answer.map(|_| ()),
            Err(_) => Err(AppStoreError::DeadlineExceeded { operation: Operation::Ping, limit: PING_TIMEOUT }),
        }
    }
}

/// Ends `work` after [`STATEMENT_TIMEOUT`]; the engine then ends the statement. The future of a statement holds both
/// engines' connecting and querying, so it lies on the heap: callers nest many of them on one stack.
pub(super) async fn within<T>(
    operation: Operation,
    work: impl Future<Output = Result<T, AppStoreError>>,
) -> Result<T, AppStoreError> {
    match tokio::time::timeout(STATEMENT_TIMEOUT, Box::pin(work)).await {
        Ok(done) => done,
        Err(_) => Err(AppStoreError::DeadlineExceeded { operation, limit: STATEMENT_TIMEOUT }),
    }
}

// `AssertSqlSafe`: the text is a constant of the host or a statement that a component declared; input is bound.

pub(super) async fn query_sqlite(
    connection: &mut SqliteConnection,
    sql: &str,
    values: &[Value],
    ends_abandoned: bool,
) -> Result<ResultSet, AppStoreError> {
    let arguments = bind_sqlite::arguments(values).map_err(query_failed)?;
    let watch = Watch::set(connection, ends_abandoned).await.map_err(query_failed)?;
    let rows = collect(sqlx::query_with(AssertSqlSafe(sql), arguments).fetch(&mut *connection)).await;
    watch.finish();
    let rows = rows?;
    if !rows.is_empty() {
        return decode_sqlite::result_set(&rows);
    }
    // Rows bring their columns; an answer without rows has them all the same.
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await.map_err(query_failed)?;
    Ok(decode_sqlite::no_rows(statement.columns()))
}

pub(super) async fn query_postgres(
    connection: &mut PgConnection,
    sql: &str,
    values: &[Value],
) -> Result<ResultSet, AppStoreError> {
    let arguments = bind_postgres::arguments(values).map_err(query_failed)?;
    let rows = collect(sqlx::query_with(AssertSqlSafe(sql), arguments).fetch(&mut *connection)).await?;
    if !rows.is_empty() {
        return decode_postgres::result_set(&rows);
    }
    // The connection has just prepared it: this asks for what it remembers.
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await.map_err(query_failed)?;
    decode_postgres::no_rows(statement.columns())
}

pub(super) async fn execute_sqlite(
    connection: &mut SqliteConnection,
    sql: &str,
    values: &[Value],
    ends_abandoned: bool,
) -> Result<u64, AppStoreError> {
    let arguments = bind_sqlite::arguments(values).map_err(execute_failed)?;
    let watch = Watch::set(connection, ends_abandoned).await.map_err(execute_failed)?;
    let done = sqlx::query_with(AssertSqlSafe(sql), arguments).execute(connection).await;
    watch.finish();
    Ok(done.map_err(execute_failed)?.rows_affected())
}

pub(super) async fn execute_postgres(
    connection: &mut PgConnection,
    sql: &str,
    values: &[Value],
) -> Result<u64, AppStoreError> {
    let arguments = bind_postgres::arguments(values).map_err(execute_failed)?;
    let done = sqlx::query_with(AssertSqlSafe(sql), arguments).execute(connection).await.map_err(execute_failed)?;
    Ok(done.rows_affected())
}

async fn collect<R>(rows: impl Stream<Item = Result<R, sqlx::Error>>) -> Result<Vec<R>, AppStoreError> {
    let mut rows = pin!(rows);
    let mut collected = Vec::new();
    while let Some(row) = rows.next().await {
        if collected.len() == MAX_ROWS {
            return Err(AppStoreError::TooManyRows { limit: MAX_ROWS });
        }
        collected.push(row.map_err(query_failed)?);
    }
    Ok(collected)
}

fn query_failed(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Query, source)
}

fn execute_failed(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Execute, source)
}
