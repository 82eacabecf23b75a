//! Work that goes on after the answer.

use crate::bindings::quarry::plugin::{app_store, jobs, manifest};
use crate::statement::StatementFailure;
use crate::time::Time;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

pub use jobs::{JobState, JobStatus, Shares};

/// A kind of job, listed in `plugin! { jobs: […] }` and enqueued by [`crate::Transaction::enqueue`]. [`crate::job`] makes one of a
/// function.
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
    /// The source of which the host keeps how far the job has followed it.
    const FOLLOWS: Option<manifest::Followed> = None;
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
            follows: Self::FOLLOWS,
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

/// The arguments of a job that takes none.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct NoArguments {}

/// The time of a turn: a run that has more to do than fits into it leaves the rest to another one.
const SECONDS_OF_A_TURN: i64 = 30;
/// The statements that one step of a job may run.
const STATEMENTS_OF_A_STEP: u32 = 200;

/// One attempt of a job.
#[derive(Debug)]
pub struct JobRun {
    inner: jobs::Job,
    began_at: Time,
    timeout_seconds: u32,
    /// The arguments of the run that is to follow this one.
    next: RefCell<Option<String>>,
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

    /// What is left to this run of what the host gives it.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(run: &JobRun) -> bool {
    /// run.shares_left().messages > 0
    /// # }
    /// ```
    pub fn shares_left(&self) -> Shares {
        jobs::shares_left()
    }

    /// Tells whether there is room for one more step, of that many events and up to 200 statements. Where there is not, the rest is
    /// left to another run: the host enqueues one, with the same arguments, when this one has ended well.
    pub fn has_room_for(&self, events: u32) -> bool {
        let left = self.shares_left();
        let has_time = left.milliseconds >= u64::from(self.timeout_seconds) * 100;
        let has_room = left.events >= events && left.statements >= STATEMENTS_OF_A_STEP && has_time;
        if !has_room {
            self.leave_the_rest_to(self.inner.arguments.clone());
        }
        has_room
    }

    /// Tells whether the run goes on with one more step: for up to 30 s, while the host's shares last. Then the rest is left to
    /// another run, as [`JobRun::has_room_for`] does.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, DeleteSomeNotes, "sql/delete_old_notes.sql");
    /// # fn example(run: &JobRun) -> Result<(), JobFailure> {
    /// while run.goes_on() {
    ///     let transaction = Transaction::begin()?;
    ///     let removed = transaction.execute(DeleteSomeNotes { before: 0 })?;
    ///     transaction.commit()?;
    ///     if removed == 0 {
    ///         break;
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn goes_on(&self) -> bool {
        if Time::now() >= self.began_at.minus_seconds(-SECONDS_OF_A_TURN) {
            self.leave_the_rest_to(self.inner.arguments.clone());
            return false;
        }
        self.has_room_for(0)
    }

    /// Leaves the rest to another run, with arguments of its own.
    pub fn goes_on_with(&self, arguments: &impl Serialize) {
        self.leave_the_rest_to(serde_json::to_string(arguments).unwrap_or_default());
    }

    fn leave_the_rest_to(&self, arguments: String) {
        self.next.replace(Some(arguments));
    }

    /// Enqueues the run that is to follow this one, if it has left something.
    fn enqueue_the_rest(&self) -> Result<(), StatementFailure> {
        let Some(arguments) = self.next.take() else { return Ok(()) };
        let transaction = app_store::begin()?;
        let job = jobs::NewJob { name: self.inner.name.clone(), arguments, run_at: None, unique_key: None };
        jobs::enqueue(&transaction, &job)?;
        app_store::commit(transaction)
    }

    /// Says how far the job is; false asks it to end, since it was cancelled or another host has it.
    pub fn report_progress(&self, done: u64, total: Option<u64>) -> Result<bool, StatementFailure> {
        let goes_on = jobs::report_progress(done, total)? == jobs::Instruction::Proceed;
        if !goes_on {
            // One that was stopped leaves nothing to another run.
            self.next.take();
        }
        Ok(goes_on)
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
    let run =
        JobRun { inner: job, began_at: Time::now(), timeout_seconds: J::TIMEOUT_SECONDS, next: RefCell::new(None) };
    let outcome = J::run(&run, arguments).and_then(|()| Ok(run.enqueue_the_rest()?));
    outcome.map_err(|failure| match failure {
        JobFailure::Retry(sentence) => jobs::JobFailure::Retry(sentence),
        JobFailure::GiveUp(sentence) => jobs::JobFailure::GiveUp(sentence),
    })
}

#[doc(hidden)]
pub fn unknown(job: &jobs::Job) -> jobs::JobFailure {
    jobs::JobFailure::GiveUp(format!("this component has no job {}", job.name))
}
