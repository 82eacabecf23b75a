//! One process at a time makes or changes the form of a SQLite store.
//!
//! SQLite has no lock that spans migrations, and one that turns a new file to its write-ahead log refuses the others
//! instead of letting them wait. The folder is locked, not the file: closing another handle of the file would take
//! SQLite's own locks away.

use crate::app::AppStoreError;
use crate::app::error::Operation;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time that one process waits for another, and the time between two looks.
const TIMEOUT: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(20);

/// Locks the folder of `file`, until the handle is dropped or the process ends.
pub(super) async fn lock(file: &Path, operation: Operation) -> Result<File, AppStoreError> {
    let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let failed = |source| AppStoreError::File { file: file.display().to_string(), source };
    let lock = File::open(folder).map_err(failed)?;
    let asked_at = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
            Err(TryLockError::WouldBlock) if asked_at.elapsed() > TIMEOUT => {
                return Err(AppStoreError::DeadlineExceeded { operation, limit: TIMEOUT });
            }
            Err(TryLockError::WouldBlock) => tokio::time::sleep(POLL).await,
        }
    }
}
