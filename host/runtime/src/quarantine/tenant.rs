//! One tenant on one operation: the faults of its callers, and whether the operation is closed for it.

use crate::quarantine::gate::{Gate, is_of_many};
use crate::quarantine::window::Window;
use crate::quarantine::{Party, QuarantineSettings};
use std::time::{Duration, Instant};

/// Callers of a tenant that met faults, of which more are not told apart.
const MOST_CALLERS: usize = 8;

/// Begins with the tenant's first fault.
#[derive(Debug)]
pub(super) struct TenantFaults {
    pub(super) tenant: Party,
    /// Who answers for it.
    pub(super) owner: Party,
    pub(super) gate: Gate,
    pub(super) callers: Vec<CallerFaults>,
    pub(super) last_fault: Instant,
    window: Window,
}

/// One caller of it.
#[derive(Debug)]
pub(super) struct CallerFaults {
    pub(super) caller: Party,
    pub(super) last_fault: Instant,
    window: Window,
    refused_until: Option<Instant>,
    /// The time that it was refused the last time.
    length: Duration,
}

impl TenantFaults {
    pub(super) fn new(tenant: Party, owner: Party, now: Instant) -> TenantFaults {
        let (gate, callers, window) = (Gate::default(), Vec::new(), Window::default());
        TenantFaults { tenant, owner, gate, callers, last_fault: now, window }
    }

    /// The time for which a caller is refused what is this tenant's.
    pub(super) fn refusal_of(&self, caller: Party, now: Instant) -> Option<Duration> {
        let known = self.callers.iter().find(|known| known.caller == caller)?;
        known.refused_until.filter(|until| *until > now).map(|until| until - now)
    }

    /// Tells that a caller of it is refused.
    pub(super) fn refuses_callers(&self, now: Instant) -> bool {
        self.callers.iter().any(|known| known.is_refused(now))
    }

    /// The callers who met a fault within the window.
    pub(super) fn meeting(&self, now: Instant) -> impl Iterator<Item = Party> {
        self.callers.iter().filter(move |known| known.window.counts(now).1 > 0).map(|known| known.caller)
    }

    /// Tells that it had a fault within the window.
    pub(super) fn has_faults(&self, now: Instant) -> bool {
        self.window.counts(now).1 > 0
    }

    /// Tells that the operation is closed for it, or for callers of it.
    pub(super) fn is_in_force(&self, settings: &QuarantineSettings, now: Instant) -> bool {
        self.gate.is_in_force(settings, now) || self.refuses_callers(now)
    }

    /// Counts a call.
    pub(super) fn note(&mut self, caller: Party, is_fault: bool, now: Instant) {
        self.window.add(is_fault, now);
        if is_fault {
            self.last_fault = now;
        }
        if let Some(known) = self.callers.iter_mut().find(|known| known.caller == caller) {
            known.window.add(is_fault, now);
            if is_fault {
                known.last_fault = now;
            }
        } else if is_fault {
            self.note_first_fault(caller, now);
        }
    }

    fn note_first_fault(&mut self, caller: Party, now: Instant) {
        self.callers.retain(|known| known.window.counts(now).1 > 0 || known.is_refused(now));
        if self.callers.len() >= MOST_CALLERS {
            // One that is refused stays: it would be let in again.
            let open = self.callers.iter().enumerate().filter(|(_, known)| !known.is_refused(now));
            let Some((oldest, _)) = open.min_by_key(|(_, known)| known.last_fault) else { return };
            self.callers.swap_remove(oldest);
        }
        let mut window = Window::default();
        window.add(true, now);
        let (refused_until, length) = (None, Duration::ZERO);
        self.callers.push(CallerFaults { caller, last_fault: now, window, refused_until, length });
    }

    /// Closes the operation for the tenant where so many of its callers met so many faults; else refuses it to the one caller
    /// who did.
    pub(super) fn judge(&mut self, caller: Party, settings: &QuarantineSettings, now: Instant) {
        if !self.gate.is_closed()
            && settings.is_too_many(self.window.counts(now))
            && is_of_many(self.meeting(now), settings.callers)
        {
            tracing::error!(tenant = ?self.tenant, "an operation failed too often for a tenant: it is quarantined for it");
            self.gate.close(settings, now);
            return;
        }
        if let Some(known) = self.callers.iter_mut().find(|known| known.caller == caller)
            && settings.is_too_many(known.window.counts(now))
        {
            known.length = (known.length * 2).clamp(settings.shortest, settings.longest);
            known.refused_until = Some(now + known.length);
        }
    }

    /// A probe went well: it begins anew.
    pub(super) fn begin_anew(&mut self) {
        self.gate.open();
        self.window = Window::default();
        self.callers.clear();
    }
}

impl CallerFaults {
    fn is_refused(&self, now: Instant) -> bool {
        self.refused_until.is_some_and(|until| until > now)
    }
}
