//! The settings of a quarantine.

use std::time::Duration;

/// The faults after which something is closed, and the time that it stays closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuarantineSettings {
    /// Faults within the window that it takes.
    pub faults: u32,
    /// The share of its calls within the window that must have failed, in percent.
    pub percent: u32,
    /// Different callers of a tenant that must have met one to close it for the tenant, and different tenants that must have had
    /// one to close it for all.
    pub callers: usize,
    /// The time that it is closed at first; doubled with each probe that fails.
    pub shortest: Duration,
    pub longest: Duration,
}

impl QuarantineSettings {
    /// Tells that so many calls had too many faults.
    pub(super) fn is_too_many(&self, (calls, faults): (u32, u32)) -> bool {
        faults >= self.faults && u64::from(faults) * 100 >= u64::from(calls) * u64::from(self.percent)
    }
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
