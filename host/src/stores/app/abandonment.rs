//! Statements that nobody waits for any more.
//!
//! A request that is over, or whose client has gone, drops the future of its statement. Without more the engine would
//! compute on and keep a connection of the pool meanwhile; a few such statements, and nobody gets a connection.

use crate::stores::app::AppStoreError;
use crate::stores::app::error::Operation;
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A connection to PostgreSQL for one statement. Dropped before [`Lease::finish`], it is closed; the server looks after
/// its clients once a second and cancels what ran for one that has gone.
pub(super) struct Lease {
    /// None only after `finish`, which takes the lease away.
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
