//! Stage: guard. Who may do what with the thing that the request is about: asked with the path before the body is read, and
//! with the body where the guard needs it.

use crate::router::Operation;
use quarry_contract::{Caller, Guarded, GuardedRequest, Problem, SentBody};
use quarry_stores::result_set::Value;
use std::time::Instant;

/// Asks the route's guard and gives the row that it found. `None`: the route has no guard, or the guard waits for the body.
/// `body` is `None` before it is read, and afterwards the body that was sent, if one was.
pub(super) async fn ask(
    operation: &Operation,
    parameters: &[Value],
    caller: &Caller,
    body: Option<Option<&SentBody>>,
    deadline: Instant,
) -> Result<Option<Guarded>, Problem> {
    let route = &*operation.route;
    if route.guard.is_none() {
        return Ok(None);
    }
    let body = body.map(|sent| sent.map_or(&[][..], |sent| &sent.bytes));
    operation.handler.guard(GuardedRequest { route, parameters, caller, body }, deadline).await
}
