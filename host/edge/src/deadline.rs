//! The request's deadline, around every stage that may wait: the store that knows the keys as well as the handler.

use quarry_contract::Problem;
use std::future::Future;
use std::time::{Duration, Instant};

/// The result of `answering`, or 503 once `allowed` has passed since `started`. `answering` is then dropped, which cancels the
/// work that it waits for.
pub(super) async fn within<T>(
    started: Instant,
    allowed: Duration,
    answering: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    tokio::time::timeout_at((started + allowed).into(), answering).await.unwrap_or_else(|_| {
        Err(Problem::data_source_unavailable(format!(
            "The answer was not ready within the time limit of {} s (deadline): ask for a smaller range, or try again later.",
            allowed.as_secs_f64()
        )))
    })
}
