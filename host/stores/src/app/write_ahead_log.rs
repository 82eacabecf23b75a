//! SQLite's write-ahead log, which keeps the size of its longest moment unless somebody cuts it.

use crate::app::open::{LOG_BYTES, Pool};
use crate::app::{AppStore, AppStoreError, Row};
use crate::shutdown::Shutdown;
use std::path::PathBuf;
use std::time::Duration;

/// The time between two looks at a log that no writer may come to cut.
const LOOK_INTERVAL: Duration = Duration::from_secs(30);

impl AppStore {
    /// Cuts a log that is large and that nobody reads, until `shutdown`; returns at once on PostgreSQL.
    pub async fn keep_log_small(self, mut shutdown: Shutdown) {
        if self.log_file().is_none() {
            return;
        }
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(LOOK_INTERVAL) => {}
            }
            if let Err(error) = self.cut_log().await {
                tracing::debug!(%error, "the log of the app store was not cut");
            }
        }
    }

    /// One look: moves what the log holds into the database, and empties a large log when all of it is there. Tells whether it did.
    pub async fn cut_log(&self) -> Result<bool, AppStoreError> {
        let size = self.log_file().and_then(|file| std::fs::metadata(file).ok()).map_or(0, |file| file.len());
        if size <= LOG_BYTES {
            return Ok(false);
        }
        // Waits for nobody. Emptying it waits for readers, and keeps writers waiting: only where none is left behind.
        let moved = self.query("PRAGMA wal_checkpoint(PASSIVE)", &[]).await?;
        let Some(row) = Row::first(&moved) else { return Ok(false) };
        if row.integer("busy")? != 0 || row.integer("log")? != row.integer("checkpointed")? {
            return Ok(false);
        }
        let emptied = self.query("PRAGMA wal_checkpoint(TRUNCATE)", &[]).await?;
        Row::first(&emptied).map_or(Ok(false), |row| Ok(row.integer("busy")? == 0))
    }

    /// The file of the log; none on PostgreSQL and in memory.
    fn log_file(&self) -> Option<PathBuf> {
        let Pool::Sqlite(pool) = &self.pool else { return None };
        let mut name = pool.connect_options().get_filename().as_os_str().to_owned();
        name.push("-wal");
        Some(PathBuf::from(name))
    }
}
