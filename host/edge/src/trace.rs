//! The record of a request in log, traces and figures: a span around all of it, one line when it is over, and one count. With
//! log and traces off the span costs a few comparisons.

use crate::edge::Edge;
use crate::router::Operation;
use crate::visit::Visit;
use http::StatusCode;
use quarry_contract::Problem;
use quarry_telemetry::{OperationFigures, traces};
use tracing::{Span, field};

/// The span that every log line of the request is in; a part of the caller's trace where it names one.
pub(super) fn request_span(visit: &Visit<'_>) -> Span {
    let span = tracing::info_span!(
        "request",
        request_id = &*visit.request_id.text,
        method = visit.parts.method.as_str(),
        route = field::Empty,
        status = field::Empty,
        duration_ms = field::Empty,
        otel.kind = "server",
        otel.status_code = field::Empty,
    );
    traces::continue_trace(&span, &visit.parts.headers);
    span
}

/// Logs why a request failed on our side; a client's mistakes are not events.
pub(super) fn log_problem(span: &Span, problem: &Problem) {
    if problem.status >= 500 {
        tracing::warn!(parent: span, code = problem.code, detail = problem.detail, "request failed");
    }
}

/// The figures that the requests of an operation are counted in.
pub(super) fn figures<'a>(edge: &Edge, operation: &'a Operation) -> &'a OperationFigures {
    operation.figures.get_or_init(|| edge.figures.operation(&operation.route.path, operation.route.method.name()))
}

/// The one line and the one count of every request.
pub(super) fn note_response(edge: &Edge, span: &Span, visit: &Visit<'_>, status: StatusCode) {
    let duration = visit.started.elapsed();
    match &visit.operation {
        Some(operation) => figures(edge, operation).answered(status, duration),
        None => edge.figures.no_operation().answered(status, duration),
    }
    if span.is_disabled() {
        return;
    }
    let route = visit.operation.as_ref().map_or("", |operation| operation.route.path.as_str());
    span.record("route", route);
    span.record("status", status.as_u16());
    span.record("duration_ms", duration.as_secs_f64() * 1000.0);
    traces::describe_request(span, visit.parts.method.as_str(), route, status);
    tracing::info!(parent: span, "request answered");
}
