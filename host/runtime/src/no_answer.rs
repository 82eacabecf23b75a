//! Calls that come to no answer: the time that is over, and traps.

use crate::fault::what_failed;
use crate::instance::State;
use crate::{ComponentLimits, LoadedComponent};
use quarry_contract::{Problem, SilentStore, Store};
use quarry_telemetry::figures::{Fault, OperationUse};

impl LoadedComponent {
    /// The time of the request is over: the store's doing where the component waits for one, else its own.
    pub(super) fn late(&self, state: &State, figures: &OperationUse) -> Problem {
        let (waits_for, store) = match state.call.waits_for() {
            Some(Store::Warehouse) => ("The warehouse", Some(SilentStore::Warehouse)),
            Some(Store::AppStore) => ("The application store", Some(SilentStore::AppStore)),
            None if state.call.waits_for_outside() => ("A server that the component asked", None),
            None if state.call.waits_for_objects() => ("The object store", Some(SilentStore::Objects)),
            None => {
                figures.fault(Fault::Deadline);
                return Problem::plugin_failed(format!(
                    "The component {} did not answer within the time of the request (deadline); ask for less, or try \
                     again.",
                    self.manifest().name
                ));
            }
        };
        let problem = Problem::data_source_unavailable(format!(
            "{waits_for} did not answer within the time of the request (deadline); ask for less, or try again \
             shortly."
        ));
        match store {
            Some(store) => problem.of_store(store),
            None => problem,
        }
    }

    /// A trap, in a sentence that names the limit where it was one.
    pub(super) fn fault(
        &self,
        state: &State,
        ran: &Ran<'_>,
        figures: &OperationUse,
        error: &wasmtime::Error,
    ) -> Problem {
        let name = &self.manifest().name;
        let (fault, what) = what_failed(state, ran.limits);
        figures.fault(fault);
        tracing::error!(
            component = name.as_str(),
            operation_id = ran.name,
            request_id = ran.request_id,
            error = format!("{error:#}"),
            "a component faulted: it {what}"
        );
        Problem::plugin_failed(format!("The component {name} {what}."))
    }
}

/// The operation or the job that faulted, its caller, and the limits that it ran within.
pub(super) struct Ran<'a> {
    pub(super) name: &'a str,
    pub(super) request_id: &'a str,
    pub(super) limits: &'a ComponentLimits,
}
