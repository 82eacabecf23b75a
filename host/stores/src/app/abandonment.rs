//! Statements that nobody waits for any more.
//!
//! A request that is over, or whose client has gone, drops the future of its statement. Without more the engine would
//! compute on and keep a connection of the pool meanwhile; a few such statements, and nobody gets a connection.

use crate::app::AppStoreError;
use crate::app::error::Operation;
use sqlx::pool::PoolConnection;
use sqlx::{Executor, PgConnection, PgPool, Postgres, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A connection to PostgreSQL for one statement. Dropped before [`Lease::finish`], it is closed; the server looks after
/// its clients once a second and cancels what ran for one that has gone.
#[derive(Debug)]
pub(super) struct Lease {
    /// None only once it went back to the pool, and nobody has the lease any more.
    connection: Option<PoolConnection<Postgres>>,
}

impl Lease {
    pub(super) async fn acquire(pool: &PgPool, operation: Operation) -> Result<Lease, AppStoreError> {
        let connection = pool.acquire().await.map_err(|source| AppStoreError::from_sqlx(operation, source))?;
        Ok(Lease { connection: Some(connection) })
    }

    pub(super) fn connection(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("only `finish` takes it, and the lease with it")
    }

    /// The statement is done: the connection goes back to the pool.
    pub(super) fn finish(mut self) {
        drop(self.connection.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(abandoned) = self.connection.take() {
            drop(abandoned.detach());
        }
    }
}

/// The time that undoing may take. A connection that does not manage it is closed, and PostgreSQL undoes by itself.
const UNDO_TIMEOUT: Duration = Duration::from_secs(2);

/// A transaction of PostgreSQL, which ends with it. Dropped while a statement runs, its connection is closed as a lease's
/// is: else the statement would go on, with every lock that was taken before it, until the server's own clock ends it.
#[derive(Debug)]
pub(super) struct PostgresTransaction {
    lease: Lease,
    /// A statement is running, or was given up halfway.
    is_asked: bool,
}

impl PostgresTransaction {
    pub(super) async fn begin(pool: &PgPool) -> Result<PostgresTransaction, AppStoreError> {
        let mut transaction = PostgresTransaction {
            lease: Lease::acquire(pool, Operation::Begin).await?,
            // One that is given up while it begins is closed too.
            is_asked: true,
        };
        transaction.say("BEGIN", Operation::Begin).await?;
        transaction.is_asked = false;
        Ok(transaction)
    }

    /// Runs `work` on its connection, which is not used again where that is dropped halfway.
    pub(super) async fn asking<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, AppStoreError>,
    ) -> Result<T, AppStoreError> {
        self.is_asked = true;
        let done = work(self.lease.connection()).await;
        // With rows on the way it counts as one that was given up halfway.
        self.is_asked = done.as_ref().is_err_and(AppStoreError::left_rows);
        done
    }

    pub(super) async fn commit(mut self) -> Result<(), AppStoreError> {
        self.is_asked = true;
        self.say("COMMIT", Operation::Commit).await?;
        drop(self.lease.connection.take());
        Ok(())
    }

    async fn say(&mut self, words: &'static str, operation: Operation) -> Result<(), AppStoreError> {
        let said = self.lease.connection().execute(words).await;
        said.map(|_| ()).map_err(|source| AppStoreError::from_sqlx(operation, source))
    }
}

impl Drop for PostgresTransaction {
    fn drop(&mut self) {
        // Asked, it is closed with its lease; so it is without a runtime.
        if let (false, Ok(runtime)) = (self.is_asked, tokio::runtime::Handle::try_current()) {
            let mut lease = Lease { connection: self.lease.connection.take() };
            runtime.spawn(async move {
                let undoing = tokio::time::timeout(UNDO_TIMEOUT, lease.connection().execute("ROLLBACK")).await;
                if let Ok(Ok(_)) = undoing {
                    lease.finish();
                }
            });
        }
    }
}

/// Virtual-machine instructions of SQLite between two looks at the flag: well under a millisecond. What begins and ends
/// a transaction takes a handful, so it never looks.
const INSTRUCTIONS_BETWEEN_LOOKS: i32 = 10_000;

/// Watches over the one statement that runs next on a connection to SQLite. Dropped before [`Watch::finish`], it makes
/// SQLite end the statement.
pub(super) struct Watch {
    abandoned: Arc<AtomicBool>,
    finished: bool,
}

impl Watch {
    /// A watch that does nothing unless `is_wanted`.
    pub(super) async fn set(connection: &mut SqliteConnection, is_wanted: bool) -> Result<Watch, sqlx::Error> {
        let abandoned = Arc::new(AtomicBool::new(false));
        if !is_wanted {
            return Ok(Watch { abandoned, finished: false });
        }
        let seen = abandoned.clone();
        let goes_on = move || !seen.load(Ordering::Relaxed);
        connection.lock_handle().await?.set_progress_handler(INSTRUCTIONS_BETWEEN_LOOKS, goes_on);
        Ok(Watch { abandoned, finished: false })
    }

    /// The statement is done.
    pub(super) fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.finished {
            self.abandoned.store(true, Ordering::Relaxed);
        }
    }
}
