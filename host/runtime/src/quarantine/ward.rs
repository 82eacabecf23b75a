//! One operation: what happened to it lately, to whom, and whether it is closed.

use crate::quarantine::gate::{Gate, is_of_many};
use crate::quarantine::tenant::TenantFaults;
use crate::quarantine::window::Window;
use crate::quarantine::{Closed, Concerned, Party, QuarantineSettings, Refusal};
use std::time::{Duration, Instant};

/// Tenants that had faults, of which more are not told apart.
const MOST_TENANTS: usize = 64;
/// Those of one owner among them: whoever makes many tenants takes the place of none but their own.
const MOST_TENANTS_OF_AN_OWNER: usize = 8;
/// The time for which a fault is a late one.
const LATELY: Duration = Duration::from_secs(1);

/// Calls and faults of the last 30 s, the tenants that had faults, and the gate for all.
#[derive(Debug, Default)]
pub(super) struct Ward {
    pub(super) gate: Gate,
    window: Window,
    tenants: Vec<TenantFaults>,
    /// The last fault of a tenant for which there was no room.
    untold_fault: Option<Instant>,
}

/// The gates that a request probes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WardProbes {
    pub(super) operation: bool,
    pub(super) tenant: bool,
}

impl Ward {
    /// Lets a request in, and tells what it probes; or tells what is closed.
    pub(super) fn admit(
        &mut self,
        concerned: &Concerned,
        settings: &QuarantineSettings,
        now: Instant,
    ) -> Result<WardProbes, Refusal> {
        if let Some(retry_after) = self.refusal_of(concerned.caller, settings, now) {
            return Err(Refusal { what: Closed::Caller, retry_after });
        }
        let known = self.tenants.iter_mut().find(|known| known.tenant == concerned.tenant);
        if let Some(retry_after) = known.as_ref().and_then(|known| known.refusal_of(concerned.caller, now)) {
            return Err(Refusal { what: Closed::CallerOfTenant, retry_after });
        }
        let refused = |what| move |retry_after| Refusal { what, retry_after };
        let operation = self.gate.admit(concerned, now).map_err(refused(Closed::Operation))?;
        let tenant = known.map_or(Ok(false), |known| known.gate.admit(&concerned.as_caller(), now));
        let tenant = tenant.map_err(refused(Closed::Tenant)).inspect_err(|_| {
            if operation {
                self.gate.release_probe();
            }
        })?;
        Ok(WardProbes { operation, tenant })
    }

    /// The time for which a caller is refused whatever the tenant is, because so many tenants are closed to them: who makes
    /// the operation fail on ever new things is not let in for each.
    fn refusal_of(&self, caller: Party, settings: &QuarantineSettings, now: Instant) -> Option<Duration> {
        let refusals = self.tenants.iter().filter_map(|known| known.refusal_of(caller, now));
        let shortest = refusals.clone().min()?;
        // With one caller enough to close it, the operation is closed for all already.
        (settings.callers > 1 && refusals.count() >= settings.callers).then_some(shortest)
    }

    /// Tells that this caller met a fault within the last second, or that so many did that it is everybody's.
    pub(super) fn failed_lately(&self, caller: Party, settings: &QuarantineSettings, now: Instant) -> bool {
        let is_late = |at: Instant| now.saturating_duration_since(at) < LATELY;
        let callers = self.tenants.iter().flat_map(|known| &known.callers);
        let late = callers.filter(|known| is_late(known.last_fault)).map(|known| known.caller);
        self.untold_fault.is_some_and(is_late)
            || late.clone().any(|known| known == caller)
            || is_of_many(late, settings.callers)
    }

    /// The owner of a tenant that had a fault.
    pub(super) fn owner_of(&self, tenant: Party) -> Option<Party> {
        self.tenants.iter().find(|known| known.tenant == tenant).map(|known| known.owner)
    }

    /// Those for whom it is closed although it is open; true where it is closed to all callers of theirs.
    pub(super) fn closed_for(&self, settings: &QuarantineSettings, now: Instant) -> Vec<(Party, bool)> {
        let closed = self.tenants.iter().filter(|known| known.is_in_force(settings, now));
        closed.map(|known| (known.tenant, known.gate.is_in_force(settings, now))).collect()
    }

    pub(super) fn release_probes(&mut self, tenant: Party, probes: WardProbes) {
        if probes.operation {
            self.gate.release_probe();
        }
        if probes.tenant
            && let Some(known) = self.tenants.iter_mut().find(|known| known.tenant == tenant)
        {
            known.gate.release_probe();
        }
    }

    /// Counts a call that went well.
    pub(super) fn went_well(
        &mut self,
        concerned: &Concerned,
        probes: WardProbes,
        settings: &QuarantineSettings,
        now: Instant,
    ) {
        if probes.operation {
            self.gate.open();
            self.window = Window::default();
            // What was closed for one tenant is not opened by another one's probe.
            self.tenants.retain(|known| known.is_in_force(settings, now));
        }
        self.window.add(false, now);
        if let Some(known) = self.tenants.iter_mut().find(|known| known.tenant == concerned.tenant) {
            if probes.tenant {
                known.begin_anew();
            }
            known.note(concerned.caller, false, now);
        }
    }

    /// Counts a fault on a thing of `owner`. Tells whether it closed the operation for all.
    pub(super) fn faulted(
        &mut self,
        concerned: Concerned,
        owner: Party,
        probes: WardProbes,
        settings: &QuarantineSettings,
        now: Instant,
    ) -> bool {
        self.window.add(true, now);
        if probes.operation {
            self.gate.probe_failed(concerned, owner, settings, now);
        }
        let Some(position) = self.place(concerned.tenant, owner, settings, now) else {
            self.untold_fault = Some(now);
            return false;
        };
        let known = &mut self.tenants[position];
        if probes.tenant {
            known.gate.probe_failed(concerned.as_caller(), concerned.caller, settings, now);
        }
        known.note(concerned.caller, true, now);
        if self.gate.is_closed() {
            return false;
        }
        if self.is_everybodys(settings, now) {
            self.gate.close(settings, now);
            return true;
        }
        self.tenants[position].judge(concerned.caller, settings, now);
        false
    }

    /// Tells that there are too many faults, of several owners and several callers: whatever a guard calls a tenant, one caller
    /// is never several.
    fn is_everybodys(&self, settings: &QuarantineSettings, now: Instant) -> bool {
        let marked = self.tenants.iter().filter(|known| known.has_faults(now));
        let owners = marked.clone().map(|known| known.owner);
        let callers = marked.flat_map(|known| known.meeting(now));
        settings.is_too_many(self.window.counts(now))
            && is_of_many(owners, settings.callers)
            && is_of_many(callers, settings.callers)
    }

    /// The index of a tenant that has a fault now; none where there is no room for it.
    fn place(&mut self, tenant: Party, owner: Party, settings: &QuarantineSettings, now: Instant) -> Option<usize> {
        if let Some(position) = self.tenants.iter().position(|known| known.tenant == tenant) {
            return Some(position);
        }
        self.tenants.retain(|known| known.has_faults(now) || known.is_in_force(settings, now));
        let of_owner = self.tenants.iter().filter(|known| known.owner == owner).count();
        let given_up = if of_owner >= MOST_TENANTS_OF_AN_OWNER {
            let of_owner = self.tenants.iter().enumerate().filter(|(_, known)| known.owner == owner);
            of_owner.min_by_key(|(_, known)| (known.is_in_force(settings, now), known.last_fault))
        } else if self.tenants.len() >= MOST_TENANTS {
            let open = self.tenants.iter().enumerate().filter(|(_, known)| !known.is_in_force(settings, now));
            Some(open.min_by_key(|(_, known)| known.last_fault)?)
        } else {
            None
        };
        if let Some((position, _)) = given_up {
            self.tenants.swap_remove(position);
        }
        self.tenants.push(TenantFaults::new(tenant, owner, now));
        Some(self.tenants.len() - 1)
    }
}
