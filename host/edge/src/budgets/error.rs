//! The reasons why a request could not be counted.

use quarry_contract::{Problem, SilentStore};
use quarry_stores::app::AppStoreError;
use std::time::Duration;
use thiserror::Error;

/// A request that could not be counted is not let through.
#[derive(Debug, Error)]
pub enum BudgetError {
    #[error("the request budget of key {key_id} could not be read or written: {source}")]
    Store { key_id: i64, source: AppStoreError },
    #[error("the request budget of key {key_id} was not confirmed within {limit:?}")]
    Late { key_id: i64, limit: Duration },
    #[error("more than {limit} keys are in use at once on this host")]
    TooManyKeys { limit: usize },
    #[error("the task that asks for the request budget of key {key_id} ended early")]
    Interrupted { key_id: i64 },
}

impl From<BudgetError> for Problem {
    fn from(error: BudgetError) -> Problem {
        // Here, because the reason is lost on the way into the published form.
        tracing::error!(%error, "a request could not be counted against its key's budget");
        match error {
            BudgetError::TooManyKeys { .. } => Problem::overloaded(
                "More API keys are in use at this moment than this host counts for; try again in a second.",
            ),
            BudgetError::Store { .. } | BudgetError::Late { .. } | BudgetError::Interrupted { .. } => {
                Problem::data_source_unavailable(
                    "The application store is not reachable at the moment, so the request could not be counted \
                     against the key's hourly budget; try again shortly.",
                )
                .of_store(SilentStore::AppStore)
            }
        }
    }
}
