//! The sums of a load.

use std::fmt;

/// The fate of the rows of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventSummary {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Events that staff edited or removed, which a file no longer changes.
    pub kept: u64,
}

impl EventSummary {
    /// Rows in the file.
    pub fn rows(&self) -> u64 {
        self.added + self.changed + self.unchanged + self.kept
    }
}

impl fmt::Display for EventSummary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} events: {} added, {} changed, {} unchanged, {} kept as staff left them",
            self.rows(),
            self.added,
            self.changed,
            self.unchanged,
            self.kept
        )
    }
}
