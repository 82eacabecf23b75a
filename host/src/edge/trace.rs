//! What the log says of a request: a span around all of it, and one line when it is over. With the log off this costs
//! a few comparisons.

use crate::contract::Problem;
use crate::edge::pipeline::Visit;
use http::StatusCode;
use tracing::{Level, Span, field};

/// The span that every log line of the request is in.
pub(super) fn request_span(visit: &Visit<'_>) -> Span {
    tracing::info_span!(
        "request",
        request_id = &*visit.request_id.text,
        method = visit.parts.method.as_str(),
        route = field::Empty,
        status = field::Empty,
        duration_ms = field::Empty,
    )
}

/// Logs why a request failed on our side; a client's mistakes are no events.
pub(super) fn log_problem(span: &Span, problem: &Problem) {
    if problem.status >= 500 {
        tracing::warn!(parent: span, code = problem.code, detail = problem.detail, "request failed");
    }
}

/// The one line of every request.
pub(super) fn log_response(span: &Span, visit: &Visit<'_>, status: StatusCode) {
    if !tracing::enabled!(Level::INFO) {
        return;
    }
    let route = visit.operation.as_ref().map_or("", |operation| operation.route.path.as_str());
    let duration_ms = visit.started.elapsed().as_secs_f64() * 1000.0;
    span.record("route", route);
    span.record("status", status.as_u16());
    span.record("duration_ms", duration_ms);
    tracing::info!(parent: span, "request answered");
}
