//! Work that goes on after the answer.

use crate::bindings::quarry::plugin::{jobs, manifest};
use crate::statement::StatementFailure;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use jobs::{JobState, JobStatus};

/// A kind of job, listed in `plugin! { jobs: […] }` and enqueued by [`crate::Transaction::enqueue`].
///
/// It runs at least once: on any host, and again when a host dies at it or it fails. Running twice must do no harm.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a job", label = "it does not implement `Job`")]
pub trait Job {
    /// Lowercase words joined by `_`.
    const NAME: &'static str;
    /// One line for the people who look at the queue.
    const SUMMARY: &'static str;
    /// The longest time that one run may take, at most an hour.
    const TIMEOUT_SECONDS: u32 = 300;
    /// The number of attempts before it goes to the dead-letter list.
    const MAX_ATTEMPTS: u32 = 10;
    /// The period of a job that the host also runs by itself, with the arguments `{}`, at every multiple of so many seconds
    /// since the epoch.
    const EVERY_SECONDS: Option<u32> = None;
    /// The arguments that it is given.
    type Arguments: Serialize + DeserializeOwned;

    /// Runs the job.
    fn run(run: &JobRun, arguments: Self::Arguments) -> Result<(), JobFailure>;

    #[doc(hidden)]
    fn declaration() -> manifest::JobDeclaration {
        manifest::JobDeclaration {
            name: Self::NAME.to_owned(),
            summary: Self::SUMMARY.to_owned(),
            timeout_seconds: Self::TIMEOUT_SECONDS,
            max_attempts: Self::MAX_ATTEMPTS,
            every_seconds: Self::EVERY_SECONDS,
        }
    }
}

/// The reason why a job did not come to its end. `?` on a call of the host picks one: a failure that may pass is tried again.
#[derive(Debug, Clone)]
pub enum JobFailure {
    /// Try again later, with growing pauses. A sentence for the people who look at it.
    Retry(String),
    /// Trying again would not help: the job goes to the dead-letter list.
    GiveUp(String),
}

/// One attempt of a job.
#[derive(Debug)]
pub struct JobRun {
    inner: jobs::Job,
}

impl JobRun {
    /// The job's id, the same in every attempt.
    pub fn id(&self) -> i64 {
        self.inner.id
    }

    /// The number of the attempt, from 1.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(run: &JobRun) -> Result<(), JobFailure> {
    /// if run.attempt() > 3 {
    ///     return Err(JobFailure::GiveUp("the server did not answer three times".to_owned()));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn attempt(&self) -> u32 {
        self.inner.attempt
    }

    /// Says how far the job is; false asks it to end, since it was cancelled or another host has it.
    pub fn report_progress(&self, done: u64, total: Option<u64>) -> Result<bool, StatementFailure> {
        jobs::report_progress(done, total).map(|instruction| instruction == jobs::Instruction::Proceed)
    }
}

/// The state of a job of this component and the caller's organization. `None`: there is no such job.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::{JobState, job_status};
///
/// # fn example(id: i64) -> Result<bool, Problem> {
/// let status = job_status(id)?.ok_or_else(|| Problem::not_found("There is no such job."))?;
/// Ok(status.state == JobState::Completed)
/// # }
/// ```
pub fn job_status(id: i64) -> Result<Option<JobStatus>, StatementFailure> {
    jobs::status(id)
}

/// Stops a job of this component and the caller's organization; false when no such job waits or runs.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # fn example(id: i64) -> Result<Answer, Problem> {
/// match quarry_sdk::cancel_job(id)? {
///     true => Ok(Answer::no_content()),
///     false => Err(Problem::not_found("There is no job that could be stopped.")),
/// }
/// # }
/// ```
pub fn cancel_job(id: i64) -> Result<bool, StatementFailure> {
    jobs::cancel(id)
}

#[doc(hidden)]
pub fn run<J: Job>(job: jobs::Job) -> Result<(), jobs::JobFailure> {
    let arguments = serde_json::from_str(&job.arguments)
        .map_err(|error| jobs::JobFailure::GiveUp(format!("the arguments are not those of the job: {error}")))?;
    J::run(&JobRun { inner: job }, arguments).map_err(|failure| match failure {
        JobFailure::Retry(sentence) => jobs::JobFailure::Retry(sentence),
        JobFailure::GiveUp(sentence) => jobs::JobFailure::GiveUp(sentence),
    })
}

#[doc(hidden)]
pub fn unknown(job: &jobs::Job) -> jobs::JobFailure {
    jobs::JobFailure::GiveUp(format!("this component has no job {}", job.name))
}
