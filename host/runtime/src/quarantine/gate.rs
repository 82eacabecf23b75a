//! What is closed for a time, and what opens it again.

use crate::quarantine::{Concerned, Party, QuarantineSettings};
use std::time::{Duration, Instant};

/// The time after which another request may be the probe.
const NEXT_PROBE: Duration = Duration::from_secs(1);
/// Probes that failed, of which more are not told apart.
const MOST_FAILED: usize = 16;

/// Open, or closed until a probe went well.
#[derive(Debug, Default)]
pub(super) struct Gate {
    closure: Option<Closure>,
    /// The time that it was closed the last time, and the moment until which that counts.
    last: Option<(Duration, Instant)>,
}

/// Closed until a time, then for all but one at a time.
#[derive(Debug)]
struct Closure {
    until: Instant,
    is_probed: bool,
    failed: Vec<FailedProbe>,
}

/// A probe that failed. Those whom it concerned send no other one for a time: the next is for somebody else.
#[derive(Debug)]
struct FailedProbe {
    concerned: Concerned,
    counts_for: Party,
    until: Instant,
    wait: Duration,
}

impl Gate {
    /// Tells that a request is let in, and is the probe; else gives the time for which it is refused.
    pub(super) fn admit(&mut self, concerned: &Concerned, now: Instant) -> Result<bool, Duration> {
        let Some(closure) = &mut self.closure else { return Ok(false) };
        if closure.until > now {
            return Err(closure.until - now);
        }
        if let Some(failed) = closure.failed.iter().find(|failed| failed.is_of(concerned) && failed.until > now) {
            return Err(failed.until - now);
        }
        if closure.is_probed {
            return Err(NEXT_PROBE);
        }
        closure.is_probed = true;
        Ok(true)
    }

    /// Tells that it is closed: it stays so until a probe went well, also when its time is over.
    pub(super) fn is_closed(&self) -> bool {
        self.closure.is_some()
    }

    /// Tells that it is closed, and that its time was not over long ago.
    pub(super) fn is_in_force(&self, settings: &QuarantineSettings, now: Instant) -> bool {
        self.closure.as_ref().is_some_and(|closure| closure.until + settings.longest > now)
    }

    pub(super) fn release_probe(&mut self) {
        if let Some(closure) = &mut self.closure {
            closure.is_probed = false;
        }
    }

    /// Closes it; for twice as long as the last time, where that was not long ago.
    pub(super) fn close(&mut self, settings: &QuarantineSettings, now: Instant) {
        let length = match self.last {
            Some((last, counts_until)) if counts_until > now => (last * 2).min(settings.longest),
            _ => settings.shortest,
        };
        self.last = Some((length, now + length + settings.longest));
        self.closure = Some(Closure { until: now + length, is_probed: false, failed: Vec::new() });
    }

    /// A probe went well.
    pub(super) fn open(&mut self) {
        self.closure = None;
    }

    /// A probe failed. Where it failed for so many as it takes to close the gate, it is closed for twice as long.
    pub(super) fn probe_failed(
        &mut self,
        concerned: Concerned,
        counts_for: Party,
        settings: &QuarantineSettings,
        now: Instant,
    ) {
        let length = self.last.map_or(settings.shortest, |(length, _)| length);
        let Some(closure) = &mut self.closure else { return };
        closure.is_probed = false;
        if let Some(failed) = closure.failed.iter_mut().find(|failed| failed.is_of(&concerned)) {
            failed.wait = (failed.wait * 2).min(settings.longest);
            failed.until = now + failed.wait;
        } else if closure.failed.len() < MOST_FAILED {
            closure.failed.push(FailedProbe { concerned, counts_for, until: now + length, wait: length });
        }
        if is_of_many(closure.failed.iter().map(|failed| failed.counts_for), settings.callers) {
            self.close(settings, now);
        }
    }
}

impl FailedProbe {
    fn is_of(&self, concerned: &Concerned) -> bool {
        self.concerned.caller == concerned.caller || self.concerned.tenant == concerned.tenant
    }
}

/// Tells that there are so many different ones among them.
pub(super) fn is_of_many(parties: impl Iterator<Item = Party>, many: usize) -> bool {
    let mut different: Vec<Party> = Vec::new();
    for party in parties {
        if different.len() >= many {
            break;
        }
        if !different.contains(&party) {
            different.push(party);
        }
    }
    different.len() >= many
}
