//! One event stream, written by an instance of its own while the client reads it.
//!
//! The instance runs on a task, because the head of the answer leaves before the component is done. Always true: until
//! the component opens the stream it has the request's time and may refuse like any other; from then on it has the
//! stream's; the task ends when the client leaves, and with it the instance; the permits of streams are apart from those
//! of requests, and nobody waits for one.

use crate::bindings::quarry::plugin::exchange;
use crate::call::note_use;
use crate::capabilities::{Call, StreamOpening};
use crate::cpu_time::CpuTimed;
use crate::declared_answers::DeclaredAnswers;
use crate::no_answer::Ran;
use crate::{ComponentLimits, LoadedComponent, guest_problem, instance};
use quarry_contract::{Answer, Body, EventSender, Problem, Request, Served, event_stream};
use quarry_telemetry::figures::{Fault, OperationUse};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tracing::Instrument;

/// The share that a stream may use beside a request's, for each second that it may last.
const CPU_PER_SECOND: Duration = Duration::from_millis(10);
const STATEMENTS_PER_SECOND: u32 = 1;

impl LoadedComponent {
    /// Serves a request of a route that answers with events for up to `time`.
    pub(super) async fn serve_stream(&self, request: Request, operation: &DeclaredAnswers, time: Duration) -> Served {
        // A stream that breaks off later is seen by its client alone; the quarantine hears of those that do not begin.
        let figures = Arc::clone(&operation.figures);
        let admission = self.admit(&request, &figures)?;
        let permits = self.stream_permits(&figures)?;
        let (sender, events) = event_stream();
        let (opened, mut is_opened) = watch::channel(None);
        let opening = StreamOpening { sender: sender.clone(), duration: time, opened };
        let span = tracing::info_span!("component", component = self.manifest().name.as_str());
        let deadline = request.deadline;
        let running = self.clone().run_stream(request, opening, sender, permits).instrument(span);
        let task = tokio::spawn(running);
        // From here on the task ends with `events`, wherever they are dropped.
        let events = events.ends_writer(task.abort_handle());
        match tokio::time::timeout_at(deadline.into(), is_opened.wait_for(Option::is_some)).await {
            Ok(Ok(_)) => {
                admission.went_well(Instant::now());
                let body = Body::Events(events);
                return Ok(Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None });
            }
            // It ended, and did not open the stream.
            Ok(Err(_)) => {}
            Err(_) => {
                figures.fault(Fault::Deadline);
                return Err(Problem::plugin_failed(format!(
                    "The component {} did not begin its stream within the time of the request (deadline); try again.",
                    self.manifest().name
                )));
            }
        }
        match task.await {
            Ok(Some(problem)) => {
                match problem.code == "plugin_failed" {
                    true => self.count_fault(admission).await,
                    false => admission.went_well(Instant::now()),
                }
                Err(problem)
            }
            Ok(None) => {
                figures.fault(Fault::Answer);
                tracing::error!(component = self.manifest().name, "an event stream ended before it was opened");
                Err(Problem::plugin_failed(
                    "The operation gave an answer that it had not declared, so it was not sent.",
                ))
            }
            Err(_) => Err(Problem::plugin_failed("The operation broke down while it was answering.")),
        }
    }

    /// Runs the component to its end; what it has to say against the request, if it is not answered yet.
    async fn run_stream(
        self,
        request: Request,
        opening: StreamOpening,
        sender: EventSender,
        permits: [OwnedSemaphorePermit; 2],
    ) -> Option<Problem> {
        let operation = self.answers.get(&*request.operation_id)?;
        let figures = &*operation.figures;
        // Measured each, whatever it stands for.
        figures.begin();
        let in_use = self.figures.begin_call();
        let time = opening.duration;
        let mut is_opened = opening.opened.subscribe();
        let limits = stream_limits(&self.limits, time);
        let call = Call::new(
            self.capabilities.clone(),
            request.caller.clone(),
            None,
            request.request_id.clone(),
            request.deadline,
        )
        .with_shares(limits.shares())
        .on_staff_route(operation.is_for_staff)
        .reading(&request.operation_id, operation.only_reads)
        .of_route_statements(Arc::clone(&operation.statements))
        .guarded(request.guarded.clone())
        .with_stream(opening);
        let mut store = instance::store(&self.runtime.engine, call, &limits, &self.line);
        let flow = self.capabilities.write_flow(&request.caller);
        let running = CpuTimed::new(flow.scope(self.run(&mut store, &request, operation)), figures, 1);
        let mut stream_ends = self.stream_ends.clone();
        let over = async {
            match is_opened.wait_for(Option::is_some).await.map(|opened| *opened) {
                Ok(Some(opened)) => tokio::time::sleep_until((opened + time).into()).await,
                // The request's time ends it, or its own return.
                _ => std::future::pending().await,
            }
        };
        let outcome = tokio::select! {
            outcome = running => Some(outcome),
            () = over => None,
            // Another version has taken its place, or its modules are off.
            () = stream_ends.wait() => None,
        };
        let was_opened = store.data().call.has_opened_stream();
        let said = match outcome {
            Some(Ok(Ok(exchange::Answer { body: exchange::Body::EventStream, .. }))) | None => None,
            Some(Ok(Ok(_))) => {
                figures.fault(Fault::Answer);
                tracing::error!(component = self.manifest().name, "an event stream ended with a body of another form");
                None
            }
            Some(Ok(Err(problem))) if was_opened => {
                tracing::warn!(
                    component = self.manifest().name,
                    problem.detail = guest_problem::told(&problem.detail),
                    "an event stream ended with a problem"
                );
                // Not an end: the client is to come again.
                return None;
            }
            Some(Ok(Err(problem))) => {
                Some(guest_problem::problem_from_guest(problem, &self.manifest().name, limits.response_bytes))
            }
            Some(Err(error)) => {
                let ran = Ran { name: &request.operation_id, request_id: &request.request_id, limits: &limits };
                let problem = self.fault(store.data(), &ran, figures, &error);
                return (!was_opened).then_some(problem);
            }
        };
        note_use(store.data(), figures);
        // The instance is free before the client has taken the last event.
        drop(store);
        drop((in_use, permits));
        if was_opened {
            sender.end().await;
        }
        said
    }

    /// Takes a place for a stream, or refuses: streams last too long to wait for one.
    fn stream_permits(&self, figures: &OperationUse) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let full = |limit: &str| {
            figures.fault(Fault::Overloaded);
            let name = &self.manifest().name;
            Problem::overloaded(format!(
                "The component {name} has as many event streams as it may ({limit}); try again later."
            ))
        };
        let share = self.stream_permits.clone().try_acquire_owned();
        let slot = self.runtime.stream_slots.clone().try_acquire_owned();
        match (share, slot) {
            (Ok(share), Ok(slot)) => Ok([share, slot]),
            (Err(_), _) => Err(full("event_streams_per_component")),
            (Ok(_), Err(_)) => Err(full("event_streams")),
        }
    }
}

/// Gives the limits of a call that lasts that long.
fn stream_limits(limits: &ComponentLimits, time: Duration) -> ComponentLimits {
    let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
    ComponentLimits {
        cpu: limits.cpu + CPU_PER_SECOND * seconds,
        statements: limits.statements.saturating_add(STATEMENTS_PER_SECOND.saturating_mul(seconds)),
        ..limits.clone()
    }
}
