//! The needs of the child, and the ways in which it does not start.

use std::path::PathBuf;
use std::time::Duration;

/// Opening a large store, or waiting for a predecessor that is just stopping.
pub(super) const READY_PATIENCE: Duration = Duration::from_secs(60);

/// The needs of the child.
#[derive(Debug, Clone)]
pub struct EmbeddedOptions {
    /// The program `quarry-warehouse`.
    pub binary: PathBuf,
    /// The engine library, `libchdb.so`.
    pub library: PathBuf,
    pub data_dir: PathBuf,
    /// The Unix socket that the child serves on; its path has at most 107 bytes.
    pub socket: PathBuf,
    pub memory_limit_bytes: Option<u64>,
    pub max_concurrent_queries: Option<u16>,
}

/// Why the embedded warehouse does not start.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmbeddedError {
    #[error("The warehouse program {} cannot be started: {reason}", binary.display())]
    Spawn { binary: PathBuf, reason: String },
    /// The child's own sentence (missing library, locked directory, full disk, …).
    #[error("{sentence}")]
    Refused { exit_code: i32, sentence: String },
    #[error("The warehouse ended while starting, {status}: {sentence}")]
    Died { status: String, sentence: String },
    #[error("The warehouse was not ready after {} s", READY_PATIENCE.as_secs())]
    NotReady,
}

impl EmbeddedError {
    /// Tells whether starting again cannot help.
    pub(super) fn is_permanent(&self) -> bool {
        matches!(self, EmbeddedError::Refused { .. } | EmbeddedError::Spawn { .. })
    }
}
