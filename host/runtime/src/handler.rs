//! A loaded component as the edge asks it.

use crate::LoadedComponent;
use futures_util::future::BoxFuture;
use quarry_contract::{Family, Guarded, GuardedRequest, Handler, Problem, Request, Served};
use std::time::Instant;

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

    fn guard<'a>(
        &'a self,
        request: GuardedRequest<'a>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Option<Guarded>, Problem>> {
        Box::pin(self.capabilities.guard(request, deadline.saturating_duration_since(Instant::now())))
    }

    fn family(&self) -> Option<&Family> {
        Some(&self.family)
    }

    /// A component that reads the switches, or datasets of others, tells of them: what was kept of it ends when they change.
    fn tells_of_routes(&self) -> bool {
        self.capabilities.tells_of_components()
    }
}
