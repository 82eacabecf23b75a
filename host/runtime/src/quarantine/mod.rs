//! Keeping a component that fails from being tried by everybody.
//!
//! Only the guest's own faults count: a trap, its CPU time or its memory used up. A wait for a store never counts, and a client
//! that leaves says nothing. A fault is counted to the caller who met it and to the tenant whose thing it was about. One caller
//! who makes an operation fail again and again is refused it, with the things of that tenant. When several callers of a tenant
//! meet faults, the operation is closed for the tenant. Only when several tenants have faults is it closed for all, and tenants
//! that one owner answers for are one. A component is closed once three of its operations are closed for all, or both of two. A
//! request for what is closed is refused without an instance being made; when the time is over one request is let through, and
//! opens it; where the probes of as many fail as it takes to close it, the time is doubled.
//!
//! Always true here: a mutex is held for a few comparisons; memory is bounded by the operations, the tenants that an operation
//! tells apart and their callers; a tenant's mark gives way only to another one of its owner, or while nothing is closed for it.

mod gate;
mod party;
mod refusal;
mod settings;
mod tenant;
mod ward;
mod window;

pub use party::{Concerned, Party};
pub use refusal::{Closed, Refusal};
pub use settings::QuarantineSettings;

use gate::Gate;
use quarry_contract::{Tenant, TenantKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use ward::{Ward, WardProbes};

/// Closed operations that close their component.
const OPERATIONS_OF_A_COMPONENT: usize = 3;

/// An operation that is closed for a tenant, or for callers of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForTenant {
    pub operation_id: String,
    pub tenant: Tenant,
    /// True where it is closed for whoever asks for the tenant's things.
    pub for_all_callers: bool,
}

/// The quarantine of one component.
#[derive(Debug)]
pub struct Quarantine {
    settings: QuarantineSettings,
    /// The number of its operations.
    operations: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    operations: HashMap<Arc<str>, Ward>,
    component: Gate,
}

/// A request that was let in; dropped without a word, it says nothing.
pub struct Admission<'a> {
    quarantine: &'a Quarantine,
    operation_id: Arc<str>,
    concerned: Concerned,
    probes: Probes,
    is_told: bool,
    failed_lately: bool,
}

/// The gates that the request probes.
#[derive(Debug, Clone, Copy, Default)]
struct Probes {
    ward: WardProbes,
    component: bool,
}

impl Quarantine {
    pub fn new(settings: QuarantineSettings, operations: usize) -> Quarantine {
        Quarantine { settings, operations, state: Mutex::default() }
    }

    /// Lets a request of `operation_id` in, or tells what is closed.
    pub fn admit(&self, operation_id: &Arc<str>, concerned: Concerned, now: Instant) -> Result<Admission<'_>, Refusal> {
        let mut state = self.state();
        let refused = |retry_after| Refusal { what: Closed::Component, retry_after };
        let component = state.component.admit(&concerned, now).map_err(refused)?;
        let ward = match state.operations.get_mut(operation_id) {
            Some(ward) => ward,
            None => state.operations.entry(Arc::clone(operation_id)).or_default(),
        };
        let failed_lately = ward.failed_lately(concerned.caller, &self.settings, now);
        let ward = ward.admit(&concerned, &self.settings, now).inspect_err(|_| {
            if component {
                state.component.release_probe();
            }
        })?;
        let probes = Probes { ward, component };
        let operation_id = Arc::clone(operation_id);
        Ok(Admission { quarantine: self, operation_id, concerned, probes, is_told: false, failed_lately })
    }

    /// Tells that the component, or an operation of it, is closed for all.
    pub fn is_closed(&self) -> bool {
        let state = self.state();
        state.component.is_closed() || state.operations.values().any(|ward| ward.gate.is_closed())
    }

    /// The ids of operations that are closed for all, in order.
    pub fn closed_operations(&self) -> Vec<String> {
        let state = self.state();
        let closed = state.operations.iter().filter(|(_, ward)| ward.gate.is_closed());
        let mut closed: Vec<String> = closed.map(|(operation_id, _)| operation_id.to_string()).collect();
        closed.sort();
        closed
    }

    /// The operations that are closed for tenants or their callers, by operation and tenant. Visitors are left out.
    pub fn closed_for_tenants(&self, now: Instant) -> Vec<ClosedForTenant> {
        let state = self.state();
        let mut closed: Vec<ClosedForTenant> = Vec::new();
        for (operation_id, ward) in &state.operations {
            for (party, for_all_callers) in ward.closed_for(&self.settings, now) {
                if let Party::Tenant(tenant) = party {
                    closed.push(ClosedForTenant { operation_id: operation_id.to_string(), tenant, for_all_callers });
                }
            }
        }
        closed.sort_by(|one, other| {
            let order = |closed: &ClosedForTenant| (closed.tenant.kind.name(), closed.tenant.id);
            one.operation_id.cmp(&other.operation_id).then_with(|| order(one).cmp(&order(other)))
        });
        closed
    }

    /// Opens everything, and forgets what was.
    pub fn lift(&self) {
        *self.state() = State::default();
    }

    fn went_well(&self, admission: &Admission<'_>, now: Instant) {
        let mut state = self.state();
        if admission.probes.component {
            state.component.open();
        }
        if let Some(ward) = state.operations.get_mut(&admission.operation_id) {
            ward.went_well(&admission.concerned, admission.probes.ward, &self.settings, now);
        }
    }

    fn faulted(&self, admission: &Admission<'_>, owner: Party, now: Instant) {
        let (mut state, concerned) = (self.state(), admission.concerned);
        if admission.probes.component {
            state.component.probe_failed(concerned, owner, &self.settings, now);
        }
        let operation_id = &admission.operation_id;
        // Lifted meanwhile, it begins anew.
        let Some(ward) = state.operations.get_mut(operation_id) else { return };
        if !ward.faulted(concerned, owner, admission.probes.ward, &self.settings, now) {
            return;
        }
        tracing::error!(operation_id = &**operation_id, "an operation failed too often: it is quarantined");
        let closed = state.operations.values().filter(|ward| ward.gate.is_closed()).count();
        let many = self.operations.min(OPERATIONS_OF_A_COMPONENT);
        if self.operations > 1 && closed >= many && !state.component.is_closed() {
            tracing::error!(operations = closed, "too many operations of a component failed: it is quarantined");
            state.component.close(&self.settings, now);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission<'_> {
    /// Tells that the operation faulted within the last second for this caller, or for so many callers that it is everybody's
    /// fault.
    pub fn failed_lately(&self) -> bool {
        self.failed_lately
    }

    /// The caller and the tenant of the request.
    pub fn concerned(&self) -> Concerned {
        self.concerned
    }

    /// Who answers for the tenant; none where the store has to be asked.
    pub fn owner(&self) -> Option<Party> {
        match self.concerned.tenant {
            Party::Network(_) | Party::Tenant(Tenant { kind: TenantKind::Organization, .. }) => {
                Some(self.concerned.tenant)
            }
            tenant => self.quarantine.state().operations.get(&self.operation_id)?.owner_of(tenant),
        }
    }

    /// The guest did its work, or refused; a wait that was too long says nothing against it either.
    pub fn went_well(mut self, now: Instant) {
        self.is_told = true;
        self.quarantine.went_well(&self, now);
    }

    /// The guest trapped, or used up its CPU time or memory; `owner` answers for the tenant.
    pub fn faulted(mut self, owner: Party, now: Instant) {
        self.is_told = true;
        self.quarantine.faulted(&self, owner, now);
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        let Probes { ward: WardProbes { operation, tenant }, component } = self.probes;
        if self.is_told || !(operation || tenant || component) {
            return;
        }
        // The next request is the probe.
        let mut state = self.quarantine.state();
        if component {
            state.component.release_probe();
        }
        if let Some(ward) = state.operations.get_mut(&self.operation_id) {
            ward.release_probes(self.concerned.tenant, self.probes.ward);
        }
    }
}
