//! Jobs as a client starts, watches and stops them.

use crate::notebook::jobs::{MisbehaveArguments, misbehave};
use quarry_sdk::prelude::*;
use quarry_sdk::{JobState, cancel_job, job_status};
use serde::Deserialize;

/// A piece of work.
#[derive(Debug, Deserialize, Schema)]
pub struct NewWork {
    #[schema(example = "fail")]
    how: String,
    /// The key of the work; while one of this key waits or runs, another is not added.
    #[schema(example = "one", optional)]
    unique_key: Option<String>,
}

/// The state of the work.
#[derive(Debug, Schema)]
pub struct Work {
    #[schema(example = 1)]
    pub id: i64,
}

#[derive(Parameters)]
pub struct WorkPath {
    /// The job.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

/// Starts a job
#[endpoint(post = "/notebook/work", key = "research:write", cache = no_store, body = Work)]
pub fn start_notebook_work(JsonBody(work): JsonBody<NewWork>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let id = transaction.enqueue_when::<misbehave>(&MisbehaveArguments { how: work.how }, None, work.unique_key)?;
    transaction.commit()?;
    Ok(Answer::object().member("id", &id).into())
}

/// Looks at a job
#[endpoint(get = "/notebook/work/{id}", key = "read", cache = no_store, body = Work)]
pub fn get_notebook_work(path: WorkPath) -> Result<Answer, Problem> {
    let Some(status) = job_status(path.id)? else {
        return Err(Problem::not_found(format!("There is no job {}.", path.id)));
    };
    let state = match status.state {
        JobState::Queued => "queued",
        JobState::Running => "running",
        JobState::Completed => "completed",
        JobState::Cancelled => "cancelled",
        JobState::Dead => "dead",
    };
    Ok(Answer::object()
        .member("id", &path.id)
        .member("state", state)
        .member("attempts", &status.attempts)
        .member("progress_done", &status.progress_done)
        .member("last_failure", &status.last_failure)
        .into())
}

/// Stops a job
#[endpoint(delete = "/notebook/work/{id}", key = "research:write", cache = no_store, body = Work)]
pub fn cancel_notebook_work(path: WorkPath) -> Result<Answer, Problem> {
    Ok(Answer::object().member("cancelled", &cancel_job(path.id)?).into())
}
