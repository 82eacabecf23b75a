//! The reasons why the warehouse does not start: one sentence for a person, one exit code for the host.
//!
//! Exit codes from 10 to 19 mean that starting again cannot help until somebody changes something; the host then shows
//! the sentence instead of restarting. To add one: a variant, its sentence, its code here and in the README.

use crate::engine::ffi::LoadError;
use std::io;
use std::path::{Path, PathBuf};

/// With less than this the engine cannot write its own few files.
const SMALLEST_FREE_BYTES: u64 = 1 << 20;

/// A start that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(
        "The embedded warehouse runs on x86-64 Linux only, and this is {platform}: point the host at a ClickHouse server instead."
    )]
    UnsupportedPlatform { platform: String },
    #[error(
        "The warehouse library {} does not exist: run `npm ci` in the project folder, or name the file with --library.",
        path.display()
    )]
    LibraryMissing { path: PathBuf },
    #[error(
        "The warehouse library {} is not usable, {source}: run `npm ci` in the project folder to get the pinned version.",
        path.display()
    )]
    LibraryUnusable { path: PathBuf, source: LoadError },
    #[error("The data directory {} is in use by another warehouse process{}: stop that one, or choose another directory (code 76).",
        data_dir.display(), holder.map(|pid| format!(" (pid {pid})")).unwrap_or_default())]
    DataDirLocked { data_dir: PathBuf, holder: Option<u32> },
    #[error("The disk of the data directory {} is full: free some space, then start again.", data_dir.display())]
    DiskFull { data_dir: PathBuf },
    #[error("The data directory {} cannot be used: {source}.", data_dir.display())]
    DataDir { data_dir: PathBuf, source: io::Error },
    #[error("The socket {} cannot be opened: {source}.", path.display())]
    Socket { path: PathBuf, source: io::Error },
    #[error("The engine could not open the data directory {}: it is damaged, or written by a newer version.", data_dir.display())]
    EngineRefused { data_dir: PathBuf },
    #[error("The engine started but does not answer: {message}")]
    EngineUnusable { message: String },
    #[error("The process cannot watch its parent: {0}.")]
    Lifetime(#[source] io::Error),
}

impl StartError {
    /// An error on the data directory, with the full disk told apart.
    pub(crate) fn data_dir(data_dir: &Path, source: io::Error) -> StartError {
        let data_dir = data_dir.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StartError::DiskFull { data_dir },
            _ => StartError::DataDir { data_dir, source },
        }
    }

    /// The engine did not open the directory, and does not say why: a full disk is the reason that can be seen.
    pub(crate) fn engine_refused(data_dir: &Path) -> StartError {
        let data_dir = data_dir.to_owned();
        match rustix::fs::statvfs(&data_dir) {
            Ok(disk) if disk.f_bavail.saturating_mul(disk.f_frsize) < SMALLEST_FREE_BYTES => {
                StartError::DiskFull { data_dir }
            }
            _ => StartError::EngineRefused { data_dir },
        }
    }

    /// The process's exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            StartError::EngineUnusable { .. } | StartError::Lifetime(_) => 1,
            StartError::UnsupportedPlatform { .. } => 10,
            StartError::LibraryMissing { .. } => 11,
            StartError::LibraryUnusable { .. } => 12,
            StartError::DataDir { .. } => 13,
            StartError::DataDirLocked { .. } => 14,
            StartError::DiskFull { .. } => 15,
            StartError::Socket { .. } => 16,
            StartError::EngineRefused { .. } => 17,
        }
    }
}
