//! One request, served by a fresh instance.

use crate::bindings::quarry::plugin::exchange;
use crate::capabilities::{Call, SecretHandle};
use crate::cpu_time::CpuTimed;
use crate::declared_answers::DeclaredAnswers;
use crate::guest_problem::problem_from_guest;
use crate::instance::{self, State};
use crate::no_answer::Ran;
use crate::turns::Turn;
use crate::{LoadedComponent, convert};
use quarry_contract::{Problem, Request, Secret, Served};
use quarry_stores::result_set::Value;
use quarry_telemetry::figures::{Fault, OperationUse};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;
use wasmtime::Store;

/// The id of a request whose answer is for everyone, as its component sees it.
const EVERYONE: &str = "everyone";

impl LoadedComponent {
    /// Serves a request by a fresh instance.
    pub(super) async fn serve(&self, request: Request, operation: &DeclaredAnswers) -> Served {
        let figures = &*operation.figures;
        let admission = self.admit(&request, figures)?;
        // Only now: what it makes fail is still counted to the one who asked.
        let request = if operation.for_everyone { request.without_caller() } else { request };
        let asked = Instant::now();
        // The component's share of requests at once, held to the end, and the pooled slot, held while there is an instance.
        let [_share, slot] = self.permits(figures).await?;
        let began = Instant::now();
        let deadline = request.deadline.min(began + self.limits.request);
        // Until the store has been dropped: giving its memory back is a part of what it costs.
        let turn = if admission.failed_lately() { Some(self.turn(figures).await?) } else { None };
        let in_use = self.figures.begin_call();
        let flow = self.capabilities.write_flow(&request.caller);
        let call = Call::new(
            self.capabilities.clone(),
            request.caller.clone(),
            request.page.clone(),
            request.request_id.clone(),
            deadline,
        )
        .with_shares(self.limits.shares())
        .of_browser(request.browser.clone())
        .on_staff_route(operation.is_for_staff)
        .of_route_statements(Arc::clone(&operation.statements))
        .reading(&request.operation_id, operation.only_reads)
        .answering_everyone(&request.operation_id, operation.for_everyone)
        .guarded(request.guarded.clone());
        let mut store = instance::store(&self.runtime.engine, call, &self.limits, &self.line);
        let running = CpuTimed::new(flow.scope(self.run(&mut store, &request, operation)), figures, figures.begin());
        let span = tracing::info_span!("component", component = self.manifest().name.as_str());
        let outcome = tokio::time::timeout_at(deadline.into(), running).instrument(span).await;
        // The instance is dropped: what its answer still waits for keeps no slot, and nothing of it warm.
        let mut state = store.into_data();
        drop((turn, slot, in_use));
        match &outcome {
            Ok(Ok(_)) => admission.went_well(Instant::now()),
            // In a box: hardly any call waits for it.
            Ok(Err(_)) => Box::pin(self.count_fault(admission)).await,
            // A wait for a store or a server says nothing against the guest, and its own time is CPU time.
            Err(_) => drop(admission),
        }
        let refusal = state.call.take_refusal();
        let served = match outcome {
            // Whatever the component made of it.
            Ok(Ok(_)) if let Some(problem) = refusal => Err(problem),
            Ok(Ok(Ok(answer))) => self.answer(&mut state, &request.operation_id, operation, answer).await,
            Ok(Ok(Err(problem))) => {
                let (name, most_bytes) = (&self.manifest().name, self.limits.response_bytes);
                let problem = with_silent_store(&state, problem_from_guest(problem, name, most_bytes));
                Err(with_overload(&state, figures, problem))
            }
            Ok(Err(error)) => {
                let ran = Ran { name: &request.operation_id, request_id: &request.request_id, limits: &self.limits };
                Err(self.fault(&state, &ran, figures, &error))
            }
            Err(_) => Err(self.late(&state, figures)),
        };
        note_use(&state, figures);
        self.tell_cost(&state, began);
        if let Some(timings) = &request.timings {
            let usage = state.call.usage();
            timings.waited(began - asked);
            timings.answered(began.elapsed(), usage.store_time, usage.statements);
        }
        served
    }

    /// Tells the call's cost to its author; does nothing where nobody listens.
    fn tell_cost(&self, state: &State, began: Instant) {
        let usage = state.call.usage();
        tracing::debug!(
            component_milliseconds = began.elapsed().as_secs_f64() * 1000.0,
            store_milliseconds = usage.store_time.as_secs_f64() * 1000.0,
            cpu_milliseconds = u64::try_from(state.cpu.used_time().as_millis()).unwrap_or(u64::MAX),
            cpu_limit_milliseconds = u64::try_from(self.limits.cpu.as_millis()).unwrap_or(u64::MAX),
            memory_bytes = state.memory.peak,
            memory_limit_bytes = self.limits.memory_bytes,
            statements = usage.statements,
            statement_limit = self.limits.statements,
            rows = usage.rows,
            "the component has run"
        );
    }

    pub(super) async fn run(
        &self,
        store: &mut Store<State>,
        request: &Request,
        operation: &DeclaredAnswers,
    ) -> wasmtime::Result<Result<exchange::Answer, exchange::Problem>> {
        let hidden = self.with_hidden_tokens(request, operation);
        let request = hidden.as_ref().unwrap_or(request);
        let sent = request.body.iter().flat_map(|body| &body.secrets);
        let table = &mut store.data_mut().table;
        let secrets = sent.map(|secret| table.push(SecretHandle::sent(secret.clone()))).collect::<Result<_, _>>()?;
        let mut asked = convert::request_to_guest(request, secrets);
        if operation.for_everyone {
            // A client may choose the id, and others are given the answer.
            EVERYONE.clone_into(&mut asked.request_id);
        }
        self.exports.handle(store, &asked).await
    }

    /// The request with fingerprints in the place of its tokens; `None` where it has none.
    fn with_hidden_tokens(&self, request: &Request, operation: &DeclaredAnswers) -> Option<Request> {
        let positions = &operation.token_positions;
        if positions.is_empty() {
            return None;
        }
        let mut hidden = request.clone();
        for position in positions {
            if let Some(value) = hidden.parameters.get_mut(*position)
                && let Value::Text(token) = value
            {
                *value = Value::Bytes(self.capabilities.fingerprint(&Secret::new(std::mem::take(token))));
            }
        }
        Some(hidden)
    }

    /// Waits for an instance, in a bounded queue and for a bounded time.
    pub(super) async fn permits(&self, figures: &OperationUse) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let (share, slots) = (&self.permits, &self.runtime.slots);
        if let Ok(permit) = share.clone().try_acquire_owned()
            && let Ok(slot) = slots.clone().try_acquire_owned()
        {
            return Ok([permit, slot]);
        }
        let place = QueuePlace::take(self).ok_or_else(|| self.busy("queue_length", figures))?;
        let (began, waiting) = (Instant::now(), self.figures.begin_wait());
        let both = async {
            let permit = share.clone().acquire_owned().await;
            let slot = slots.clone().acquire_owned().await;
            permit.and_then(|permit| slot.map(|slot| [permit, slot]))
        };
        let permits = tokio::time::timeout(self.limits.queue_wait, both).await;
        let waited = began.elapsed();
        self.figures.waited(waited);
        figures.waited(waited);
        drop((place, waiting));
        match permits {
            Ok(Ok(permits)) => Ok(permits),
            _ => Err(self.busy("queue_wait", figures)),
        }
    }

    /// Waits for a turn, for no longer than for an instance.
    async fn turn(&self, figures: &OperationUse) -> Result<Turn, Problem> {
        let turn = tokio::time::timeout(self.limits.queue_wait, self.line.begin()).await;
        turn.map_err(|_| self.busy("queue_wait", figures))
    }

    fn busy(&self, limit: &str, figures: &OperationUse) -> Problem {
        figures.fault(Fault::Overloaded);
        Problem::overloaded(format!("The component {} is busy ({limit}); try again shortly.", self.manifest().name))
    }
}

/// The problem of a component, which names the store that did not answer where that is the reason.
fn with_silent_store(state: &State, problem: Problem) -> Problem {
    match state.call.silent_store() {
        Some(store) if problem.is_outage() => problem.of_store(store),
        _ => problem,
    }
}

/// The problem of a component that did not get its rows: where others hold so many, the host says so.
fn with_overload(state: &State, figures: &OperationUse, problem: Problem) -> Problem {
    match state.call.overload() {
        Some(sentence) if problem.status == 503 => {
            figures.fault(Fault::Overloaded);
            Problem::overloaded(sentence)
        }
        _ => problem,
    }
}

/// Counts what the call used.
pub(super) fn note_use(state: &State, figures: &OperationUse) {
    let usage = state.call.usage();
    let memory = u64::try_from(state.memory.peak).unwrap_or(u64::MAX);
    figures.used_stores(usage.statements, usage.rows, usage.rows_read);
    figures.used_memory(memory);
}

/// A place in the queue, given back however the wait ends.
struct QueuePlace<'a>(&'a LoadedComponent);

impl<'a> QueuePlace<'a> {
    fn take(component: &'a LoadedComponent) -> Option<QueuePlace<'a>> {
        let length = component.limits.queue_length;
        component
            .waiting
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |waiting| (waiting < length).then_some(waiting + 1))
            .ok()
            .map(|_| QueuePlace(component))
    }
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}
