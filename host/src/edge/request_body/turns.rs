//! Checks of bodies that take long, away from the threads that serve everybody.
//!
//! Always true: a check on a serving thread takes at most [`MAX_SERVING_STEPS`]; at most half of the cores make longer ones; a
//! request waits for its turn at most [`TURN_TIMEOUT`] and is then answered 503. A client that leaves, or a request that is out of
//! time, ends the wait; a check that has begun goes on to its end, which its price bounds, and keeps its turn until then.

use crate::contract::Problem;
use crate::edge::request_body::RequestBodyPlan;
use crate::identity::Secret;
use bytes::Bytes;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// About a millisecond at the price of `json_schema`, and in fact less: what a body of a few kilobytes takes.
const MAX_SERVING_STEPS: u64 = 200_000;
const TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// The turns of this host.
#[derive(Debug)]
pub(in crate::edge) struct BodyChecks {
    turns: Arc<Semaphore>,
}

impl Default for BodyChecks {
    fn default() -> BodyChecks {
        // Half of the cores: the others answer meanwhile.
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        BodyChecks { turns: Arc::new(Semaphore::new((cores / 2).max(1))) }
    }
}

impl BodyChecks {
    /// Checks a body as [`RequestBodyPlan::check`] does, here where that is quick.
    pub(in crate::edge) async fn check(
        &self,
        plan: &Arc<RequestBodyPlan>,
        body: Bytes,
    ) -> Result<(Bytes, Vec<Secret>), Problem> {
        if plan.steps(body.len()) <= MAX_SERVING_STEPS {
            return plan.check(body);
        }
        // The semaphore is never closed, so the only way to fail is the timeout.
        let turn = match tokio::time::timeout(TURN_TIMEOUT, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(_)) | Err(_) => {
                let detail = "Too many large request bodies wait to be checked: try again in a second.";
                return Err(Problem::overloaded(detail));
            }
        };
        let plan = Arc::clone(plan);
        let checking = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            plan.check(body)
        });
        checking.await.unwrap_or_else(|error| {
            tracing::error!(%error, "the check of a request body ended early");
            Err(Problem::plugin_failed("The request body could not be checked against the operation's schema."))
        })
    }
}
