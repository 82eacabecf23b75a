//! Keeping a component that fails from being tried by everybody.
//!
//! Only the guest's own faults count: a trap, its CPU time or its memory used up. A wait for a store never counts, and a client
//! that leaves says nothing. One caller alone cannot close anything for others: a caller who makes a route fail again and again
//! is refused that route for a time, and only when three callers meet it is the route closed. A component is closed with it
//! once three of its routes are, or all of the two that it has. A request for a closed one is refused without an instance being
//! made; when its time is over one request is let through, and opens it or doubles the time.
//!
//! Always true here: a mutex is held for a few comparisons; memory is bounded by the routes and the callers that a route tells apart.

mod settings;
mod ward;
mod window;

pub use settings::QuarantineSettings;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use ward::Ward;

/// Closed routes that close their component.
const ROUTES_OF_A_COMPONENT: usize = 3;

/// The reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub what: Closed,
    /// The time after which another try is worthwhile.
    pub retry_after: Duration,
}

/// The thing that is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The route, for this caller.
    Caller,
    Route,
    Component,
}

/// The quarantine of one component.
#[derive(Debug)]
pub struct Quarantine {
    settings: QuarantineSettings,
    /// The number of its routes.
    routes: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    routes: HashMap<Arc<str>, Ward>,
    component: Ward,
}

/// A request that was let in; dropped without a word, it says nothing.
pub struct Admission<'a> {
    quarantine: &'a Quarantine,
    operation_id: Arc<str>,
    caller: u64,
    probes: Probes,
    is_told: bool,
    failed_lately: bool,
}

/// The wards that the request probes.
#[derive(Debug, Clone, Copy, Default)]
struct Probes {
    route: bool,
    component: bool,
}

impl Quarantine {
    pub fn new(settings: QuarantineSettings, routes: usize) -> Quarantine {
        Quarantine { settings, routes, state: Mutex::default() }
    }

    /// Lets a request of `operation_id` in, or tells that something is closed. `caller` stands for the caller.
    pub fn admit(&self, operation_id: &Arc<str>, caller: u64, now: Instant) -> Result<Admission<'_>, Refusal> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let refused = |what| move |retry_after| Refusal { what, retry_after };
        let component = state.component.admit(now).map_err(refused(Closed::Component))?;
        let ward = match state.routes.get_mut(operation_id) {
            Some(ward) => ward,
            None => state.routes.entry(Arc::clone(operation_id)).or_default(),
        };
        let failed_lately = ward.failed_lately(caller, &self.settings, now);
        let admitted = ward.admit_caller(caller, now).map_err(refused(Closed::Caller));
        let route = admitted.and_then(|()| ward.admit(now).map_err(refused(Closed::Route)));
        let route = route.inspect_err(|_| {
            if component {
                state.component.release_probe();
            }
        })?;
        let probes = Probes { route, component };
        let operation_id = Arc::clone(operation_id);
        Ok(Admission { quarantine: self, operation_id, caller, probes, is_told: false, failed_lately })
    }

    /// Tells that the component, or a route of it, is closed.
    pub fn is_closed(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.component.is_closed() || state.routes.values().any(|ward| ward.is_closed())
    }

    /// The operation ids of closed routes, in order.
    pub fn closed_routes(&self) -> Vec<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = state.routes.iter().filter(|(_, ward)| ward.is_closed());
        let mut closed: Vec<String> = closed.map(|(operation_id, _)| operation_id.to_string()).collect();
        closed.sort();
        closed
    }

    /// Opens everything, and forgets what was.
    pub fn lift(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    fn note(&self, operation_id: &Arc<str>, caller: u64, probes: Probes, is_fault: bool, now: Instant) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(ward) = state.routes.get_mut(operation_id) else { return };
        if probes.route {
            ward.probed(is_fault, &self.settings, now);
        }
        let closes = ward.note(caller, is_fault, &self.settings, now);
        if probes.component {
            state.component.probed(is_fault, &self.settings, now);
        }
        if closes {
            tracing::error!(operation_id = &**operation_id, "a route failed too often: it is quarantined");
            let closed = state.routes.values().filter(|ward| ward.is_closed()).count();
            if self.routes > 1 && closed >= self.routes.min(ROUTES_OF_A_COMPONENT) && !state.component.is_closed() {
                tracing::error!(routes = closed, "too many routes of a component failed: it is quarantined");
                state.component.close(&self.settings, now);
            }
        }
    }
}

impl Admission<'_> {
    /// Tells that the operation faulted within the last second for this caller, or for so many callers that it is everybody's
    /// fault.
    pub fn failed_lately(&self) -> bool {
        self.failed_lately
    }

    /// The guest did its work, or refused; a wait that was too long says nothing against it either.
    pub fn went_well(mut self, now: Instant) {
        self.is_told = true;
        self.quarantine.note(&self.operation_id, self.caller, self.probes, false, now);
    }

    /// The guest trapped, or used up its CPU time or memory.
    pub fn faulted(mut self, now: Instant) {
        self.is_told = true;
        self.quarantine.note(&self.operation_id, self.caller, self.probes, true, now);
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        if self.is_told || !(self.probes.route || self.probes.component) {
            return;
        }
        // The next request is the probe.
        let mut state = self.quarantine.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.probes.component {
            state.component.release_probe();
        }
        if self.probes.route
            && let Some(ward) = state.routes.get_mut(&self.operation_id)
        {
            ward.release_probe();
        }
    }
}
