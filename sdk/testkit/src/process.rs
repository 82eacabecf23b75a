//! Processes and folders of a sandbox.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Sandboxes at once: each is a host and its warehouse.
const AT_ONCE: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// The right to run a sandbox; given back with the handle.
#[derive(Debug)]
pub(crate) struct Turn;

impl Turn {
    /// Waits until there is room for one more.
    pub(crate) fn take() -> Turn {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        while *running >= AT_ONCE {
            running = ENDED.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
        *running += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// A new folder for temporary files.
pub(crate) fn fresh_folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("quarry-sandbox-{}-{number}", std::process::id()));
    // What an earlier process of this number left.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{} cannot be made: {error}", folder.display()));
    folder
}

/// Copies a folder with all that is in it, sockets left out.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    std::fs::set_permissions(to, std::fs::metadata(from)?.permissions())?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path())?, target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Runs a command with `input` to its end; fails the test with what it says where it fails.
#[track_caller]
pub(crate) fn run(command: &mut Command, input: &str) {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command:?} cannot be started: {error}"));
    if let Some(mut stdin) = child.stdin.take() {
        // A command that has ended says why below.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{command:?} was lost: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
