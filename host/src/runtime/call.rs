//! One request, served by a fresh instance.

use crate::capabilities::{Call, Rows, SecretHandle};
use crate::contract::{self, Answer, Body, Family, Fragment, Problem, Request, Served};
use crate::edge::Handler;
use crate::identity::Secret;
use crate::quarantine::{Admission, Closed};
use crate::runtime::bindings::quarry::plugin::exchange;
use crate::runtime::cpu_time::CpuTimed;
use crate::runtime::declared_answers::DeclaredAnswers;
use crate::runtime::instance::{self, State};
use crate::runtime::turns::Turn;
use crate::runtime::{ComponentLimits, LoadedComponent, convert};
use crate::stores::result_set::Value;
use crate::telemetry::figures::{Fault, OperationUse};
use futures_util::future::BoxFuture;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;
use wasmtime::Store;

impl Handler for LoadedComponent {
    fn handle(&self, request: Request) -> BoxFuture<'_, Served> {
        let Some(operation) = self.answers.get(&*request.operation_id) else {
            let sentence = format!("The component {} has no such operation.", self.family.name);
            return Box::pin(async { Err(Problem::plugin_failed(sentence)) });
        };
        match operation.stream_time {
            Some(time) => Box::pin(self.serve_stream(request, operation, time)),
            None => Box::pin(self.serve(request, operation)),
        }
    }

    fn family(&self) -> Option<&Family> {
        Some(&self.family)
    }
}

impl LoadedComponent {
    async fn serve(&self, request: Request, operation: &DeclaredAnswers) -> Served {
        let figures = &*operation.figures;
        let admission = self.admit(&request, figures)?;
        // Held until the store is dropped: they stand for the component's share and for the pooled slot.
        let asked = Instant::now();
        let _permits = self.permits(figures).await?;
        let began = Instant::now();
        let deadline = request.deadline.min(began + self.limits.request);
        // Until the store has been dropped: giving its memory back is a part of what it costs.
        let _turn = if admission.failed_lately() { Some(self.turn(figures).await?) } else { None };
        let _in_use = self.figures.begin_call();
        let call = Call::new(
            self.capabilities.clone(),
            request.caller.clone(),
            request.page.clone(),
            request.request_id.clone(),
            deadline,
        )
        .with_shares(self.limits.shares())
        .of_browser(request.browser.clone())
        .on_staff_route(operation.is_for_staff);
        let mut store = instance::store(&self.runtime.engine, call, &self.limits, &self.line);
        let running = CpuTimed::new(self.run(&mut store, &request, operation), figures, figures.begin());
        let span = tracing::info_span!("component", component = self.manifest().name.as_str());
        let outcome = tokio::time::timeout_at(deadline.into(), running).instrument(span).await;
        note_use(&store, figures);
        self.tell_cost(&store, began);
        if let Some(timings) = &request.timings {
            let usage = store.data().call.usage();
            timings.waited(began - asked);
            timings.answered(began.elapsed(), usage.store_time, usage.statements);
        }
        match &outcome {
            Ok(Ok(_)) => admission.went_well(Instant::now()),
            Ok(Err(_)) => admission.faulted(Instant::now()),
            // A wait for a store or a server says nothing against the guest, and its own time is CPU time.
            Err(_) => drop(admission),
        }
        match outcome {
            Ok(Ok(Ok(answer))) => match answer.body {
                // In a box: a future is as big as the biggest that it may wait for, and most requests wait for none of these.
                exchange::Body::Object(body) => Box::pin(self.object_answer(&mut store, body)).await,
                _ => self.answer(&mut store, &request.operation_id, operation, answer),
            },
            Ok(Ok(Err(problem))) => Err(convert::problem_from_guest(problem)),
            Ok(Err(error)) => {
                let ran = Ran { name: &request.operation_id, request_id: &request.request_id, limits: &self.limits };
                Err(self.fault(&store, &ran, figures, &error))
            }
            Err(_) => Err(self.late(&store, figures)),
        }
    }

    /// What the call cost, for its author; nothing where nobody listens.
    fn tell_cost(&self, store: &Store<State>, began: Instant) {
        let (state, usage) = (store.data(), store.data().call.usage());
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

    /// The time of the request is over: the store's doing where the component waits for one, else its own.
    fn late(&self, store: &Store<State>, figures: &OperationUse) -> Problem {
        let waits_for = match store.data().call.waits_for() {
            Some(contract::Store::Warehouse) => "The warehouse",
            Some(contract::Store::AppStore) => "The application store",
            None if store.data().call.waits_for_outside() => "A server that the component asked",
            None if store.data().call.waits_for_objects() => "The object store",
            None => {
                figures.fault(Fault::Deadline);
                return Problem::plugin_failed(format!(
                    "The component {} did not answer within the time of the request (deadline); ask for less, or try \
                     again.",
                    self.manifest().name
                ));
            }
        };
        Problem::data_source_unavailable(format!(
            "{waits_for} did not answer within the time of the request (deadline); ask for less, or try again \
             shortly."
        ))
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
        self.exports.handle(store, &convert::request_to_guest(request, secrets)).await
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

    /// Lets the request in unless what it asks for failed too often.
    pub(super) fn admit(&self, request: &Request, figures: &OperationUse) -> Result<Admission<'_>, Problem> {
        self.quarantine.admit(&request.operation_id, request.asker.0, Instant::now()).map_err(|refusal| {
            figures.fault(Fault::Quarantined);
            let name = &self.manifest().name;
            let what = match refusal.what {
                Closed::Component => format!("The component {name}"),
                Closed::Route => format!("This operation of the component {name}"),
                Closed::Caller => format!("With your requests, this operation of the component {name}"),
            };
            let seconds = u32::try_from(refusal.retry_after.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            Problem::plugin_failed(format!(
                "{what} failed too often, so it is not asked for now (quarantine); try again in {seconds} s."
            ))
            .retry_after(seconds)
        })
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

    /// The object that the guest answers with.
    async fn object_answer(&self, store: &mut Store<State>, body: exchange::ObjectBody) -> Served {
        let object = store.data_mut().call.object_body(&body.key, body.file_name).await?;
        Ok(Answer { status: 200, body: Body::Object(Box::new(object)), pinned: Vec::new(), headers: Vec::new() })
    }

    /// The guest's answer, with the rows and secrets it named taken out of the table.
    fn answer(
        &self,
        store: &mut Store<State>,
        operation_id: &str,
        operation: &DeclaredAnswers,
        answer: exchange::Answer,
    ) -> Served {
        let name = &self.manifest().name;
        let fault = |what: String| {
            operation.figures.fault(Fault::Answer);
            tracing::error!(component = name.as_str(), "{what}");
            Problem::plugin_failed(format!("The component {name} gave an answer that the host cannot use."))
        };
        if !operation.statuses.contains(&answer.status) {
            let status = answer.status;
            return Err(fault(format!("an answer of {operation_id} has the status {status}, which is not declared")));
        }
        if let Some((name, _)) = answer.headers.iter().find(|(name, _)| !operation.headers.contains(name)) {
            return Err(fault(format!("an answer of {operation_id} has the header {name}, which is not declared")));
        }
        let fragments = match answer.body {
            exchange::Body::Empty => None,
            exchange::Body::Json(fragments) => Some(fragments),
            exchange::Body::Object(_) | exchange::Body::EventStream => {
                return Err(fault("an answer has a body of another form than its route".to_owned()));
            }
        };
        let mut text_bytes = 0;
        let mut pieces = Vec::new();
        for fragment in fragments.iter().flatten() {
            if let exchange::Fragment::Text(text) = fragment {
                text_bytes += text.len();
            }
        }
        if text_bytes > self.limits.response_bytes {
            operation.figures.fault(Fault::Answer);
            return Err(Problem::plugin_failed(format!(
                "The component {name} wrote an answer of {text_bytes} bytes; {} are allowed (response_bytes).",
                self.limits.response_bytes
            )));
        }
        for fragment in fragments.into_iter().flatten() {
            let table = &mut store.data_mut().table;
            let piece = match fragment {
                exchange::Fragment::Text(text) => Ok(Fragment::Text(text)),
                exchange::Fragment::PageMembers => Ok(Fragment::PageMembers),
                exchange::Fragment::PageEnds(ends) => Ok(Fragment::PageEnds(convert::ends_from_guest(ends))),
                exchange::Fragment::Row(rows) => table.delete(rows).map(|rows| Fragment::Row(rows.set)),
                exchange::Fragment::Rows(rows) => table.delete(rows).map(rows_fragment),
                exchange::Fragment::Secret(secret) => match table.delete(secret).map(SecretHandle::into_shown) {
                    Ok(Some(secret)) if operation.shows_secrets => Ok(Fragment::Secret(secret)),
                    Ok(Some(_)) => return Err(fault(format!("{operation_id} does not declare the secret it shows"))),
                    Ok(None) => return Err(fault("an answer shows a secret that was not minted for it".to_owned())),
                    Err(error) => Err(error),
                },
                exchange::Fragment::Page(rows) => table.delete(rows).map(|rows| Fragment::OwnPage {
                    rows: rows.set,
                    after: rows.after,
                    order: rows.order,
                }),
            };
            pieces.push(piece.map_err(|error| fault(format!("an answer names what does not exist: {error}")))?);
        }
        let body = if matches!(answer.status, 204) { Body::Empty } else { Body::Json(pieces) };
        let pinned = answer.pinned.into_iter().map(|(name, value)| (name, convert::value_from_guest(value))).collect();
        Ok(Answer { status: answer.status, body, pinned, headers: answer.headers })
    }

    /// A trap, in a sentence that names the limit where it was one.
    pub(super) fn fault(
        &self,
        store: &Store<State>,
        ran: &Ran<'_>,
        figures: &OperationUse,
        error: &wasmtime::Error,
    ) -> Problem {
        let name = &self.manifest().name;
        let (fault, what) = what_failed(store, ran.limits);
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

/// What faulted: the operation or the job, for whom, and within which limits.
pub(super) struct Ran<'a> {
    pub(super) name: &'a str,
    pub(super) request_id: &'a str,
    pub(super) limits: &'a ComponentLimits,
}

/// Which fault a trap was, and the rest of the sentence that begins with the component.
pub(super) fn what_failed(store: &Store<State>, limits: &ComponentLimits) -> (Fault, String) {
    let state = store.data();
    if state.cpu.is_spent {
        (Fault::Cpu, format!("used more than {} ms of CPU time (cpu)", limits.cpu.as_millis()))
    } else if state.memory.was_hit {
        (Fault::Memory, format!("asked for more than {} bytes of memory (memory_bytes)", limits.memory_bytes))
    } else {
        (Fault::Trap, "failed".to_owned())
    }
}

/// Counts what the call used.
pub(super) fn note_use(store: &Store<State>, figures: &OperationUse) {
    let usage = store.data().call.usage();
    let memory = u64::try_from(store.data().memory.peak).unwrap_or(u64::MAX);
    figures.used_stores(usage.statements, usage.rows, usage.rows_read);
    figures.used_memory(memory);
}

/// Rows of a paged statement are the page of the answer.
fn rows_fragment(rows: Rows) -> Fragment {
    if rows.after.is_empty() {
        Fragment::Rows(rows.set)
    } else {
        Fragment::PageRows { rows: rows.set, after: rows.after, order: rows.order }
    }
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
