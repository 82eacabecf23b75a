//! The settings of a quarantine.

use std::time::Duration;

/// The faults after which something is closed, and the time that it stays closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuarantineSettings {
    /// Faults within the window that it takes.
    pub faults: u32,
    /// The share of its calls within the window that must have failed, in percent.
    pub percent: u32,
    /// Different callers that must have met one.
    pub callers: usize,
    /// The time that it is closed at first; doubled with each probe that fails.
    pub shortest: Duration,
    pub longest: Duration,
}

impl Default for QuarantineSettings {
    fn default() -> Self {
        QuarantineSettings {
            faults: 5,
            percent: 20,
            callers: 3,
            shortest: Duration::from_secs(5),
            longest: Duration::from_secs(300),
        }
    }
}
