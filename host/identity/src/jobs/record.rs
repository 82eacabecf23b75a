//! Jobs as the queue knows them.

use jiff::Timestamp;

/// A job to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// The component whose `run-job` is called, or [`HostJob::COMPONENT`](crate::jobs::HostJob).
    pub component: String,
    pub name: String,
    /// JSON.
    pub arguments: String,
    pub organization_id: Option<i64>,
    pub user_id: Option<i64>,
    pub run_at: Timestamp,
    pub max_attempts: u32,
    /// While a job of this component, name and key waits or runs, another one is not added.
    pub unique_key: Option<String>,
}

/// A job that this host has taken, for as long as it renews the lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    pub id: i64,
    pub component: String,
    pub name: String,
    pub arguments: String,
    pub organization_id: Option<i64>,
    pub user_id: Option<i64>,
    /// From 1.
    pub attempt: u32,
    pub max_attempts: u32,
    /// Tells this attempt's lease from every other one.
    pub lease_holder: String,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobProgress {
    pub done: u64,
    pub total: Option<u64>,
    /// Of a file of rows.
    pub rows: Option<u64>,
}

/// The handle by which a run reports its progress.
#[derive(Debug, Clone)]
pub struct RunningJob {
    pub id: i64,
    pub lease_holder: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobState {
    Queued,
    Running,
    Completed,
    Cancelled,
    Dead,
}

impl JobState {
    /// The state of that name in the store.
    pub fn from_name(name: &str) -> Option<JobState> {
        Some(match name {
            "queued" => JobState::Queued,
            "running" => JobState::Running,
            "completed" => JobState::Completed,
            "cancelled" => JobState::Cancelled,
            "dead" => JobState::Dead,
            _ => return None,
        })
    }
}

/// The state of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobStatus {
    pub state: JobState,
    pub progress_done: u64,
    pub progress_total: Option<u64>,
    pub attempts: u32,
    pub last_failure: Option<String>,
}

/// The end of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Completed,
    Cancelled,
    /// To be tried again, unless it was the last attempt.
    Failed(String),
    /// Trying again would not help.
    GivenUp(String),
    /// The host stops: the attempt does not count.
    Released,
}

impl Ending {
    /// A word for the log.
    pub fn word(&self) -> &'static str {
        match self {
            Ending::Completed => "completed",
            Ending::Cancelled => "cancelled",
            Ending::Failed(_) => "failed",
            Ending::GivenUp(_) => "given up",
            Ending::Released => "released",
        }
    }
}
