//! The progress of a job that writes a file.

use jiff::Timestamp;
use quarry_identity::jobs::{Held, JobProgress, Queue, RunningJob};
use quarry_stores::row_files::RowFileError;
use std::time::{Duration, Instant};

/// The interval at which a job reports the progress of its file.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Says how far the file of a job is, from time to time.
pub(super) struct Progress {
    pub(super) queue: Queue,
    pub(super) job: RunningJob,
    pub(super) said_at: Instant,
}

impl Progress {
    pub(super) async fn say(&mut self, bytes: u64, rows: u64) -> Result<(), RowFileError> {
        if self.said_at.elapsed() < PROGRESS_EVERY {
            return Ok(());
        }
        self.said_at = Instant::now();
        let done = Some(JobProgress { done: bytes, total: None, rows: Some(rows) });
        match self.queue.renew(self.job.id, &self.job.lease_holder, done, Timestamp::now()).await {
            Ok(Held::Yes) => Ok(()),
            Ok(Held::CancelAsked | Held::Lost) => Err(RowFileError::Cancelled),
            // The runner holds the lease, and gives the job up when it cannot.
            Err(error) => {
                tracing::warn!(%error, job_id = self.job.id, "how far a job is could not be written");
                Ok(())
            }
        }
    }
}
