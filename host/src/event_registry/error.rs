//! The reasons why a file of events was not loaded, in sentences that say what to do.

use quarry_stores::app::AppStoreError;
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// Bad rows that one error names; the rest are counted.
pub(super) const NAMED_BAD_EVENTS: usize = 20;

/// A failed load. Nothing of the file was loaded.
#[derive(Debug, Error)]
pub enum EventRegistryError {
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{name} is damaged or cut off: {source}")]
    Damaged { name: String, source: std::io::Error },
    #[error("{name} holds no events; check that the export finished")]
    Empty { name: String },
    #[error("{name} has no column `{column}`, which events need")]
    MissingColumn { name: String, column: &'static str },
    #[error("{name} holds more than {limit} events; split it")]
    TooMany { name: String, limit: usize },
    #[error("{name}: {count} bad event(s), nothing was loaded\n{}", BadEventList(events))]
    BadEvents { name: String, count: usize, events: Vec<BadEvent> },
    #[error("the reading of {name} ended early")]
    ReaderStopped { name: String },
    #[error("the application store failed while {operation}: {source}")]
    Store { operation: &'static str, source: AppStoreError },
}

/// One row that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEvent {
    /// Line in the decompressed file, counted from 1; of a CSV record, the one where it begins.
    pub line: u64,
    /// Says what is wrong, naming column and value.
    pub problem: String,
}

struct BadEventList<'a>(&'a [BadEvent]);

impl fmt::Display for BadEventList<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> =
            self.0.iter().map(|event| format!("  line {}: {}", event.line, event.problem)).collect();
        formatter.write_str(&lines.join("\n"))
    }
}
