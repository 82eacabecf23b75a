//! The data directory: made when absent, used by one process at a time.
//!
//! The engine refuses a second process too, but without saying why; the lock taken here says it, with the holder's pid.

use crate::start_error::StartError;
use rustix::fs::{FlockOperation, flock};
use std::fs::{DirBuilder, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time to wait for a predecessor that is just stopping: it cancels its statements and shuts its engine down.
const LOCK_PATIENCE: Duration = Duration::from_secs(10);
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Makes `data_dir` and takes it until the process ends, in any way: the engine lets go of its own lock only when the
/// library is unloaded, after `main` has returned, and a successor must not be told that the directory is damaged. Also
/// makes the empty folder that becomes the working directory, so that no relative name in a statement means a file.
pub(crate) fn take(data_dir: &Path) -> Result<(), StartError> {
    let failed = |source| StartError::data_dir(data_dir, source);
    let working_dir = data_dir.join("empty");
    DirBuilder::new().recursive(true).mode(0o700).create(&working_dir).map_err(failed)?;
    let path = data_dir.join("warehouse.lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(failed)?;
    let started = Instant::now();
    while let Err(error) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
        if error != rustix::io::Errno::WOULDBLOCK {
            return Err(failed(error.into()));
        }
        if started.elapsed() > LOCK_PATIENCE {
            let mut holder = String::new();
            // The pid is only a courtesy to the reader of the sentence.
            let holder = file.read_to_string(&mut holder).ok().and_then(|_| holder.trim().parse().ok());
            return Err(StartError::DataDirLocked { data_dir: data_dir.to_owned(), holder });
        }
        std::thread::sleep(LOCK_PAUSE);
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .and_then(|()| file.sync_all())
        .and_then(|()| std::env::set_current_dir(&working_dir))
        .map_err(failed)?;
    // Closing it would free the lock.
    std::mem::forget(file);
    Ok(())
}
