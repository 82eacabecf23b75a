//! Rows of the warehouse as files of the object store: the warehouse writes the format, the bytes are counted, compressed and
//! uploaded as they come.
//!
//! Always true here: memory does not grow with a file; a file that is cut short, whatever the reason, never becomes an object;
//! the number of rows that is given back was read off the bytes that were stored, not off a counter beside them; a host writes
//! so many files at a time as its configuration says.
//!
//! To write another format: a variant of [`RowFormat`], and how its rows are counted in `row_counter`.

mod encoder;
mod format;
mod parquet_footer;
mod parquet_part;
mod parquet_parts;
mod parts;
mod row_counter;
mod writer;

pub use format::{FileCompression, RowFormat};
pub use parquet_parts::ParquetParts;
pub use parts::{MAX_PARTS, PartsTarget, RowFileParts, WrittenParts};
pub use row_counter::RowCounter;
pub use writer::{RowFileError, RowFileWriter, WrittenRows};

use std::sync::Arc;
use tokio::sync::Semaphore;

/// The limits of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowFileLimits {
    /// Rows of a file.
    pub rows: u64,
    /// Bytes of a file.
    pub bytes: u64,
    /// Files that a host writes at a time.
    pub at_once: usize,
}

impl Default for RowFileLimits {
    fn default() -> RowFileLimits {
        RowFileLimits { rows: 10_000_000, bytes: 1 << 30, at_once: 4 }
    }
}

/// The files that a host may write. Clones share the turns.
#[derive(Debug, Clone)]
pub struct RowFiles {
    pub limits: RowFileLimits,
    /// One permit a file that is being written.
    pub turns: Arc<Semaphore>,
}

impl RowFiles {
    pub fn new(limits: RowFileLimits) -> RowFiles {
        RowFiles { limits, turns: Arc::new(Semaphore::new(limits.at_once.max(1))) }
    }
}
