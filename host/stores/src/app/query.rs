//! Running one statement, bounded in time, rows and bytes; the shortest one tells whether the store is there.

use crate::app::abandonment::{Lease, Watch};
use crate::app::decode_postgres::{self, PostgresColumns};
use crate::app::decode_sqlite::{self, SqliteColumns};
use crate::app::error::{Operation, STATEMENT_TIMEOUT};
use crate::app::open::Pool;
use crate::app::read_rows::read_rows;
use crate::app::{AppStore, AppStoreError, bind_postgres, bind_sqlite};
use crate::result_set::{ResultSet, Value};
use crate::row_memory::RowMemory;
use sqlx::{AssertSqlSafe, Executor, PgConnection, SqlSafeStr, SqliteConnection, Statement};
use std::time::Duration;

const PING_TIMEOUT: Duration = Duration::from_secs(2);

impl AppStore {
    /// Runs a statement and gives its rows; `values` in the order of `$1`, `$2`, ….
    ///
    /// A set without rows has its columns too. Times come back as whole numbers: only the reader knows which number is one.
    /// They are the host's own: what a component asks for goes through [`AppStore::query_within`].
    pub async fn query(&self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        self.query_within(sql, values, &RowMemory::of_own_statement()).await
    }

    /// Does the work of [`AppStore::query`] for rows that are counted in `memory` until they are dropped. Rows that it has no
    /// room for are not read: the engine ends the statement.
    pub async fn query_within(
        &self,
        sql: &str,
        values: &[Value],
        memory: &RowMemory,
    ) -> Result<ResultSet, AppStoreError> {
        self.query_over(&self.pool, sql, values, memory, may_write(sql)).await
    }

    /// As [`AppStore::query`], over connections on which the engine refuses a statement that writes.
    pub async fn read(&self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        self.read_within(sql, values, &RowMemory::of_own_statement()).await
    }

    /// As [`AppStore::query_within`], over connections on which the engine refuses a statement that writes, whatever it looks like:
    /// it fails as [`AppStoreError::WriteRefused`], and nothing has changed.
    pub async fn read_within(
        &self,
        sql: &str,
        values: &[Value],
        memory: &RowMemory,
    ) -> Result<ResultSet, AppStoreError> {
        self.query_over(&self.reading, sql, values, memory, false).await.map_err(AppStoreError::of_a_reader)
    }

    async fn query_over(
        &self,
        pool: &Pool,
        sql: &str,
        values: &[Value],
        memory: &RowMemory,
        is_write: bool,
    ) -> Result<ResultSet, AppStoreError> {
        within(Operation::Query, async {
            match pool {
                Pool::Sqlite(pool) => {
                    let _turn = if is_write { self.turn(Operation::Query).await? } else { None };
                    let connection = &mut *pool.acquire().await.map_err(query_failed)?;
                    query_sqlite(connection, sql, values, memory, self.ends_abandoned).await
                }
                Pool::Postgres(pool) => {
                    let mut lease = Lease::acquire(pool, Operation::Query).await?;
                    let answer = query_postgres(lease.connection(), sql, values, memory).await;
                    // A connection with rows on the way is closed: reading them to their end would be the statement's harm.
                    if !answer.as_ref().is_err_and(AppStoreError::left_rows) {
                        lease.finish();
                    }
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
                    let _turn = self.turn(Operation::Execute).await?;
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
    memory: &RowMemory,
    ends_abandoned: bool,
) -> Result<ResultSet, AppStoreError> {
    let arguments = bind_sqlite::arguments(values).map_err(query_failed)?;
    let watch = Watch::set(connection, ends_abandoned).await.map_err(query_failed)?;
    let rows = sqlx::query_with(AssertSqlSafe(sql), arguments).fetch(&mut *connection);
    let rows = read_rows::<_, SqliteColumns>(rows, memory).await;
    // SQLite goes on to the next row before it sees that nobody takes it.
    match rows.as_ref().is_err_and(AppStoreError::left_rows) {
        true => drop(watch),
        false => watch.finish(),
    }
    if let Some(rows) = rows? {
        return Ok(rows);
    }
    // An answer without rows has its columns all the same.
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await.map_err(query_failed)?;
    Ok(ResultSet::new(0, decode_sqlite::no_rows(statement.columns())))
}

pub(super) async fn query_postgres(
    connection: &mut PgConnection,
    sql: &str,
    values: &[Value],
    memory: &RowMemory,
) -> Result<ResultSet, AppStoreError> {
    let arguments = bind_postgres::arguments(values).map_err(query_failed)?;
    let rows = sqlx::query_with(AssertSqlSafe(sql), arguments).fetch(&mut *connection);
    if let Some(rows) = read_rows::<_, PostgresColumns>(rows, memory).await? {
        return Ok(rows);
    }
    // The connection has just prepared it: this asks for what it remembers.
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await.map_err(query_failed)?;
    Ok(ResultSet::new(0, decode_postgres::no_rows(statement.columns())?))
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

/// Tells a text with a word that writes rows. One that only quotes such a word waits for a turn that it does not need.
fn may_write(sql: &str) -> bool {
    let writes =
        |word: &str| ["insert", "update", "delete", "replace"].iter().any(|one| word.eq_ignore_ascii_case(one));
    sql.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(writes)
}

fn query_failed(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Query, source)
}

fn execute_failed(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Execute, source)
}
