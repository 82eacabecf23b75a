//! Opening the store by its URL, and closing it.

use crate::app::error::Operation;
use crate::app::migrations::migrate_sqlite;
use crate::app::write_turns::{Turn, WriteTurns};
use crate::app::{AppStoreDialect, AppStoreError, folder_lock};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Executor, PgConnection, PgPool, SqliteConnection, SqlitePool};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SQLITE_CONNECTIONS: u32 = 8;
const SQLITE_READING_CONNECTIONS: u32 = 8;
const SQLITE_COUNTER_CONNECTIONS: u32 = 2;
const POSTGRES_CONNECTIONS: u32 = 16;
/// Beside those, so that three hosts and their rehearsals fit into the 100 connections that a server has by default.
const POSTGRES_READING_CONNECTIONS: u32 = 8;
/// Rows that SQLite's thread reads before somebody takes them, and counts their bytes. Each has 16 MiB at the most.
const SQLITE_ROWS_AHEAD: usize = 16;
/// The time that a statement waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// The size to which a writer cuts SQLite's log when it begins it anew: what SQLite writes between two checkpoints of its own.
pub(super) const LOG_BYTES: u64 = 4 << 20;
/// The longest time that SQLite's file may take to open: the disk may be busy, and nothing is answered before.
const OPEN_TIMEOUT: Duration = Duration::from_secs(30);
/// The time that a writer of SQLite waits for another one.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The time that connections in use have to end when the store is closed.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// The store that holds what must outlive a host. A clone shares the connections.
#[derive(Debug, Clone)]
pub struct AppStore {
    pub(super) pool: Pool,
    /// Connections on which the engine refuses every write: a setting of the connection, which costs a statement nothing.
    pub(super) reading: Pool,
    /// The line of those who write; none where the engine has many writers, and none in memory, where one connection is the line.
    turns: Option<Arc<WriteTurns>>,
    /// True to end a statement on SQLite when nobody waits for it any more; setting that up costs a message to the
    /// connection's thread and back.
    pub(super) ends_abandoned: bool,
    /// False for a store that is not connected.
    is_connectable: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl AppStore {
    /// Opens `sqlite:///absolute/path.sqlite3` (the file is created if missing, readable by its owner only; its folder
    /// must exist) or `postgres://user:password@server/database`.
    ///
    /// PostgreSQL is connected to at the first statement, so a host can start while it is down: [`AppStore::ping`]
    /// tells. Fails on a URL of neither kind and on a file that cannot be opened.
    pub async fn open(url: &str) -> Result<AppStore, AppStoreError> {
        let scheme = url.split_once("://").map(|(scheme, _)| scheme);
        let (pool, reading, turns) = match scheme {
            Some("sqlite") => {
                let (pool, reading) = open_sqlite(url).await?;
                (Pool::Sqlite(pool), Pool::Sqlite(reading), Some(Arc::default()))
            }
            Some("postgres" | "postgresql") => {
                let (pool, reading) = open_postgres(url)?;
                (Pool::Postgres(pool), Pool::Postgres(reading), None)
            }
            // The rest of the URL may hold a password, so the sentence names the scheme alone.
            scheme => return Err(AppStoreError::UnknownScheme { scheme: scheme.unwrap_or("none").to_owned() }),
        };
        Ok(AppStore { pool, reading, turns, ends_abandoned: true, is_connectable: true })
    }

    /// A store that keeps nothing and is connected to by nobody: for reading declarations, where no statement runs.
    pub fn unconnected() -> AppStore {
        let options = SqliteConnectOptions::new().in_memory(true);
        let pool = Pool::Sqlite(SqlitePoolOptions::new().connect_lazy_with(options));
        AppStore { reading: pool.clone(), pool, turns: None, ends_abandoned: true, is_connectable: false }
    }

    /// A store in memory with the host's schema and no rows, gone with its last clone: for trying what would be done to one.
    pub async fn in_memory() -> Result<AppStore, AppStoreError> {
        let failed = |source| AppStoreError::from_sqlx(Operation::Open, source);
        // Under a name of its own in this process, by which the connection that reads finds it.
        let options = SqliteConnectOptions::from_str("sqlite::memory:").map_err(failed)?.foreign_keys(true);
        // A connection that never ends: the store would end with it.
        let one = || SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let reading = one().connect_lazy_with(options.clone().pragma("query_only", "ON"));
        let pool = one().connect_with(options).await.map_err(failed)?;
        migrate_sqlite(&pool).await?;
        let (pool, reading) = (Pool::Sqlite(pool), Pool::Sqlite(reading));
        Ok(AppStore { pool, reading, turns: None, ends_abandoned: false, is_connectable: true })
    }

    /// The same store over connections of its own, for counters that are written all the time: SQLite does not wait for the
    /// disk at each commit. What was counted outlives the process that counted it; the last moments may be lost with the
    /// machine's power. Its statements find a row by its
    /// key and are let run to their end. PostgreSQL keeps its own promises, so its connections are shared.
    pub fn for_counters(&self) -> AppStore {
        let pool = match &self.pool {
            Pool::Sqlite(pool) => {
                let options = pool.connect_options().as_ref().clone().synchronous(SqliteSynchronous::Normal);
                Pool::Sqlite(sqlite_pool(SQLITE_COUNTER_CONNECTIONS).connect_lazy_with(options))
            }
            Pool::Postgres(pool) => Pool::Postgres(pool.clone()),
        };
        AppStore { pool, ends_abandoned: false, ..self.clone() }
    }

    /// Waits for the turn to write, as long as SQLite would. A write holds it to its end; it is taken before a connection, which
    /// readers need.
    pub(super) async fn turn(&self, operation: Operation) -> Result<Option<Turn>, AppStoreError> {
        let Some(turns) = &self.turns else { return Ok(None) };
        match tokio::time::timeout(BUSY_TIMEOUT, turns.take()).await {
            Ok(turn) => Ok(Some(turn)),
            Err(_) => Err(AppStoreError::DeadlineExceeded { operation, limit: BUSY_TIMEOUT }),
        }
    }

    /// True when it is connected to a store; false for [`AppStore::unconnected`].
    #[inline]
    pub fn is_connectable(&self) -> bool {
        self.is_connectable
    }

    /// The engine behind the store.
    #[inline]
    pub fn dialect(&self) -> AppStoreDialect {
        match self.pool {
            Pool::Sqlite(_) => AppStoreDialect::Sqlite,
            Pool::Postgres(_) => AppStoreDialect::Postgres,
        }
    }

    /// Ends every connection once its statement is done, for five seconds; statements that come later fail as unavailable.
    pub async fn close(&self) {
        let closed = async {
            // Those that read first: the last connection to SQLite's file tidies it up, which needs one that writes.
            for pool in [&self.reading, &self.pool] {
                match pool {
                    Pool::Sqlite(pool) => pool.close().await,
                    Pool::Postgres(pool) => pool.close().await,
                }
            }
        };
        // The library waits for each connection that is in use, without end where the server went away in silence.
        if tokio::time::timeout(CLOSE_WITHIN, closed).await.is_err() {
            tracing::warn!("connections of the app store are in use and are left open");
        }
    }
}

/// The connections of a file, and those that only read it.
async fn open_sqlite(url: &str) -> Result<(SqlitePool, SqlitePool), AppStoreError> {
    let failed = |source| AppStoreError::from_sqlx(Operation::Open, source);
    let either = SqliteConnectOptions::from_str(url)
        .map_err(failed)?
        .foreign_keys(true)
        // No function with effects runs from a default, a check or an index.
        .pragma("trusted_schema", "OFF")
        .row_buffer_size(SQLITE_ROWS_AHEAD)
        .busy_timeout(BUSY_TIMEOUT);
    // Two locks on one door: the file is opened to be read, and SQLite refuses the statement before it looks at the file.
    let reading = either.clone().read_only(true).pragma("query_only", "ON");
    let options = either
        .journal_mode(SqliteJournalMode::Wal)
        .pragma("journal_size_limit", LOG_BYTES.to_string())
        .synchronous(SqliteSynchronous::Full);
    create_private(options.get_filename())?;
    let _lock = folder_lock::lock(options.get_filename(), Operation::Open).await?;
    let began = Instant::now();
    loop {
        // One attempt has a statement's time for a connection.
        match sqlite_pool(SQLITE_CONNECTIONS).connect_with(options.clone()).await {
            Err(sqlx::Error::PoolTimedOut) if began.elapsed() < OPEN_TIMEOUT => {}
            opened => {
                let reading = sqlite_pool(SQLITE_READING_CONNECTIONS).connect_lazy_with(reading);
                return opened.map(|pool| (pool, reading)).map_err(failed);
            }
        }
    }
}

fn sqlite_pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(can_begin_again(connection)))
}

/// Tells whether a connection that comes back to the pool can begin a transaction; else it is closed. Where SQLite ends a write halfway
/// (nobody waits for it any more, the disk is full) it undoes the transaction by itself. sqlx's own rollback then fails, it counts the
/// transaction as open for good, and refuses each `BEGIN IMMEDIATE` on the connection.
async fn can_begin_again(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // The rollback is before this in what the connection's thread has to do.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Creates the database file so that only its owner can read it; SQLite gives the files beside it the same mode.
fn create_private(file: &Path) -> Result<(), AppStoreError> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(AppStoreError::File { file: file.display().to_string(), source }),
    }
}

/// The connections to a server, and those on which each transaction is `READ ONLY`, a single statement's too.
fn open_postgres(url: &str) -> Result<(PgPool, PgPool), AppStoreError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(|source| AppStoreError::from_sqlx(Operation::Open, source))?
        .application_name("quarry")
        .options([
            // A plan for each set of values: a statement with optional lines must not run by a plan made for none.
            ("plan_cache_mode", "force_custom_plan"),
            // The server gives up when the host does, also when the host is no longer there to say so.
            ("statement_timeout", "10s"),
            ("client_connection_check_interval", "1s"),
        ]);
    let reading = options.clone().options([("default_transaction_read_only", "on")]);
    Ok((postgres_pool(POSTGRES_CONNECTIONS, options), postgres_pool(POSTGRES_READING_CONNECTIONS, reading)))
}

fn postgres_pool(connections: u32, options: PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(fix_search_path(connection)))
        .connect_lazy_with(options)
}

/// Makes the connection look for names in the deployment's schema and nowhere else: a schema that somebody makes later
/// under the user's name, or a temporary table, would otherwise take the place of one of its tables.
pub(super) async fn fix_search_path(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    const FIX: &str = "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false)
                       WHERE current_schema() IS NOT NULL";
    connection.execute(FIX).await.map(drop)
}
