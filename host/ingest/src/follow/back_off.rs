//! The wait after a failure: longer each time, with jitter, and never beyond a bound.

use std::time::Duration;

use rand::RngExt;

/// A server that asks for more than this is asked again all the same.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(300);

#[derive(Debug)]
pub(super) struct BackOff {
    shortest: Duration,
    longest: Duration,
    failures: u32,
}

impl BackOff {
    pub(super) fn new(shortest: Duration, longest: Duration) -> BackOff {
        BackOff { shortest, longest, failures: 0 }
    }

    /// It worked: the next wait is the shortest again.
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }

    /// The next wait: between half and all of the doubled one, and what the server asked for if that is longer.
    pub(super) fn next(&mut self, retry_after: Option<Duration>) -> Duration {
        let factor = 1_u32 << self.failures.min(16);
        self.failures = self.failures.saturating_add(1);
        let wait = self.shortest.saturating_mul(factor).min(self.longest);
        let jittered = wait.mul_f64(rand::rng().random_range(0.5..=1.0));
        jittered.max(retry_after.unwrap_or_default().min(LONGEST_RETRY_AFTER))
    }
}
