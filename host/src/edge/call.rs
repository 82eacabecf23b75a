//! Stage: the handler, within the request's deadline.

use crate::contract::{Problem, Request, Served};
use crate::edge::handler::Handler;
use std::time::Duration;

/// The handler's answer, or 503 once the deadline has passed: the handler's future is then dropped, which cancels what
/// it waits for.
pub(super) async fn call(handler: &dyn Handler, request: Request, allowed: Duration) -> Served {
    let deadline = tokio::time::Instant::from_std(request.deadline);
    match tokio::time::timeout_at(deadline, handler.handle(request)).await {
        Ok(served) => served,
        Err(_) => Err(Problem::data_source_unavailable(format!(
            "The answer was not ready within the time limit of {} s: ask for a smaller range, or try again later.",
            allowed.as_secs_f64()
        ))),
    }
}
