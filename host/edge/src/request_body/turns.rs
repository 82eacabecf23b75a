//! Checks of bodies that take long, away from the threads that serve everybody.
//!
//! Always true: a check on a serving thread takes at most [`MAX_SERVING_STEPS`]; at most half of the cores make longer ones, and one
//! of them those over [`MAX_BODY_STEPS`], so that large bodies leave turns to the others where there are several; a
//! request waits for its turn at most [`TURN_TIMEOUT`] and is then answered 503. A client that leaves, or a request that is out of
//! time, ends the wait; a check that has begun goes on to its end, which its price bounds, and keeps its turn until then.

use crate::request_body::RequestBodyPlan;
use bytes::Bytes;
use quarry_contract::json_schema::MAX_BODY_STEPS;
use quarry_contract::{Problem, Secret};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{AcquireError, Semaphore};

/// About a millisecond at the price of `json_schema`, and in fact less: what a body of a few kilobytes takes.
const MAX_SERVING_STEPS: u64 = 200_000;
const TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// The turns of this host.
#[derive(Debug)]
pub(crate) struct BodyChecks {
    turns: Arc<Semaphore>,
    /// Of the checks that cost more than a body of the common size may.
    long_turn: Arc<Semaphore>,
}

impl Default for BodyChecks {
    fn default() -> BodyChecks {
        // Half of the cores: the others answer meanwhile.
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        BodyChecks { turns: Arc::new(Semaphore::new((cores / 2).max(1))), long_turn: Arc::new(Semaphore::new(1)) }
    }
}

impl BodyChecks {
    /// Checks a body as [`RequestBodyPlan::check`] does, here where that is quick.
    pub(crate) async fn check(
        &self,
        plan: &Arc<RequestBodyPlan>,
        body: Bytes,
    ) -> Result<(Bytes, Vec<Secret>), Problem> {
        let steps = plan.steps(body.len());
        if steps <= MAX_SERVING_STEPS {
            return plan.check(body);
        }
        // The semaphore is never closed, so the only way to fail is the timeout.
        let waiting = async {
            let long_turn = match steps > MAX_BODY_STEPS {
                true => Some(Arc::clone(&self.long_turn).acquire_owned().await?),
                false => None,
            };
            Ok::<_, AcquireError>((long_turn, Arc::clone(&self.turns).acquire_owned().await?))
        };
        let turn = match tokio::time::timeout(TURN_TIMEOUT, waiting).await {
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
