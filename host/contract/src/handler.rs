//! A handler of an operation, in a component or in the host itself.

use crate::{Family, Guarded, GuardedRequest, Problem, Request, Served};
use futures_util::future::BoxFuture;
use std::time::Instant;

/// Answers the requests of one or more operations; `request.operation_id` says which.
///
/// The edge calls it only with what the route declared: parsed parameters, a caller with the scope. A handler may
/// panic or overrun the deadline (the client then gets a 503), and its future is dropped when the client leaves, so it
/// must keep its promises when it is dropped at an await.
pub trait Handler: Send + Sync {
    fn handle(&self, request: Request) -> BoxFuture<'_, Served>;

    /// Asks the guard of the request's route. `None`: the route has no guard, or its guard waits for the body.
    /// `deadline` is that of the request.
    fn guard<'a>(
        &'a self,
        request: GuardedRequest<'a>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Option<Guarded>, Problem>> {
        let _ = (request, deadline);
        Box::pin(async { Ok(None) })
    }

    /// The family that the operations belong to, for documents; those about the service itself have none.
    fn family(&self) -> Option<&Family> {
        None
    }

    /// True when its answers depend on the routing table: kept answers are dropped when another table is swapped in.
    fn tells_of_routes(&self) -> bool {
        false
    }
}
