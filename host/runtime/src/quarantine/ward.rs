//! A route or a component: what happened to it lately, and whether it is closed.

use crate::quarantine::QuarantineSettings;
use crate::quarantine::window::Window;
use std::time::{Duration, Instant};

/// Callers that met faults, of which more are not told apart.
const MAX_CALLERS: usize = 32;
/// The time for which a fault is a late one.
const LATELY: Duration = Duration::from_secs(1);

/// Calls and faults of the last 30 s, and the gate.
#[derive(Debug, Default)]
pub(super) struct Ward {
    window: Window,
    /// Those that met a fault.
    callers: Vec<CallerFaults>,
    /// The last fault of a caller for whom there was no room.
    untold_fault: Option<Instant>,
    gate: Option<Gate>,
    /// The time that it was closed the last time, and the moment until which that counts.
    last: Option<(Duration, Instant)>,
}

/// Closed until a time, then for all but one.
#[derive(Debug)]
struct Gate {
    until: Instant,
    is_probed: bool,
}

/// One caller on this route.
#[derive(Debug)]
struct CallerFaults {
    caller: u64,
    window: Window,
    last_fault: Instant,
    refused_until: Option<Instant>,
    /// The time that it was refused the last time.
    length: Duration,
}

impl Ward {
    /// Tells that a request is let in, and is the probe; else gives the time that it stays closed.
    pub(super) fn admit(&mut self, now: Instant) -> Result<bool, Duration> {
        match &mut self.gate {
            None => Ok(false),
            Some(gate) if gate.until > now => Err(gate.until - now),
            Some(gate) if gate.is_probed => Err(Duration::from_secs(1)),
            Some(gate) => {
                gate.is_probed = true;
                Ok(true)
            }
        }
    }

    /// Lets this caller in; else gives the time for which they are refused.
    pub(super) fn admit_caller(&self, caller: u64, now: Instant) -> Result<(), Duration> {
        let known = self.callers.iter().find(|known| known.caller == caller);
        match known.and_then(|known| known.refused_until).filter(|until| *until > now) {
            Some(until) => Err(until - now),
            None => Ok(()),
        }
    }

    /// Tells that this caller met a fault within the last second, or that so many did that it is everybody's.
    pub(super) fn failed_lately(&self, caller: u64, settings: &QuarantineSettings, now: Instant) -> bool {
        let is_late = |at: Instant| now.saturating_duration_since(at) < LATELY;
        let mut late = self.callers.iter().filter(|known| is_late(known.last_fault));
        self.untold_fault.is_some_and(is_late)
            || late.clone().any(|known| known.caller == caller)
            || late.nth(settings.callers.saturating_sub(1)).is_some()
    }

    /// Tells that it is closed: it stays so until a probe went well, also when its time is over.
    pub(super) fn is_closed(&self) -> bool {
        self.gate.is_some()
    }

    pub(super) fn release_probe(&mut self) {
        if let Some(gate) = &mut self.gate {
            gate.is_probed = false;
        }
    }

    /// The probe is back: opens, or closes for twice as long.
    pub(super) fn probed(&mut self, is_fault: bool, settings: &QuarantineSettings, now: Instant) {
        if is_fault {
            self.close(settings, now);
        } else {
            self.gate = None;
            self.window = Window::default();
            self.callers.clear();
        }
    }

    /// Closes it; for twice as long as the last time, where that was not long ago.
    pub(super) fn close(&mut self, settings: &QuarantineSettings, now: Instant) {
        let length = match self.last {
            Some((last, counts_until)) if counts_until > now => (last * 2).min(settings.longest),
            _ => settings.shortest,
        };
        self.last = Some((length, now + length + settings.longest));
        self.gate = Some(Gate { until: now + length, is_probed: false });
    }

    /// Counts a call. Tells whether it closed the ward.
    pub(super) fn note(&mut self, caller: u64, is_fault: bool, settings: &QuarantineSettings, now: Instant) -> bool {
        self.window.add(is_fault, now);
        let known = self.callers.iter().position(|known| known.caller == caller);
        match (known, is_fault) {
            (Some(position), _) => {
                let known = &mut self.callers[position];
                known.window.add(is_fault, now);
                if is_fault {
                    known.last_fault = now;
                }
            }
            (None, true) => {
                self.callers.retain(|known| {
                    known.window.counts(now).1 > 0 || known.refused_until.is_some_and(|until| until > now)
                });
                if self.callers.len() < MAX_CALLERS {
                    let mut window = Window::default();
                    window.add(true, now);
                    let (refused_until, length) = (None, Duration::ZERO);
                    self.callers.push(CallerFaults { caller, window, last_fault: now, refused_until, length });
                } else {
                    self.untold_fault = Some(now);
                }
            }
            (None, false) => {}
        }
        if !is_fault || self.gate.is_some() {
            return false;
        }
        let is_too_many = |(calls, faults): (u32, u32)| {
            faults >= settings.faults && u64::from(faults) * 100 >= u64::from(calls) * u64::from(settings.percent)
        };
        let meeting = self.callers.iter().filter(|known| known.window.counts(now).1 > 0).count();
        if is_too_many(self.window.counts(now)) && meeting >= settings.callers {
            self.close(settings, now);
            return true;
        }
        if let Some(known) = self.callers.iter_mut().find(|known| known.caller == caller)
            && is_too_many(known.window.counts(now))
        {
            known.length = (known.length * 2).clamp(settings.shortest, settings.longest);
            known.refused_until = Some(now + known.length);
        }
        false
    }
}
