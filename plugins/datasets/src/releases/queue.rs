//! The job that has each month released, and tries again what failed.

use crate::releases::run::{RunReleaseArguments, run_release};
use quarry_dataset_catalogue::{datasets, figures};
use quarry_sdk::prelude::*;

statement!(app_store, InsertReleases, "src/releases/insert_releases.sql");
statement!(app_store, SelectReleasesToQueue, "src/releases/releases_to_queue.sql");
statement!(app_store, NameJobs, "src/releases/name_jobs.sql");
statement!(app_store, CountOrganizationsBefore, "src/releases/organizations_before.sql");

/// Runs of one release. One that fails hour after hour is left to people.
const MOST_RUNS: i64 = 48;

/// Seconds for which a new deployment releases nothing: its data are still being loaded, and a release never changes.
const FIRST_SECONDS: i64 = 3_600;

/// Has the month that is over released, of each dataset that has rows, and tries again what failed.
#[job(every = "1 h", attempts = 3)]
pub fn queue_releases() -> Result<(), JobFailure> {
    let now = Time::now();
    let before = now.minus_seconds(FIRST_SECONDS);
    let settled = CountOrganizationsBefore { before }.query()?.integer(0, "organizations").unwrap_or_default() > 0;
    let datasets = if settled { with_rows()? } else { Vec::new() };
    let transaction = Transaction::begin()?;
    transaction.execute(InsertReleases { datasets, month: month_before(now), now })?;
    queue_waiting(&transaction)?;
    transaction.commit()?;
    Ok(())
}

/// Datasets that are released and have rows. One that has none yet is released once it has some: a host may be older than its data.
fn with_rows() -> Result<Vec<InsertReleasesDatasets>, Problem> {
    let figures = figures::all()?;
    let has_rows = |key: &str| figures.iter().any(|figures| figures.dataset == key && figures.rows > 0);
    let released = datasets().filter(|dataset| dataset.is_released() && has_rows(dataset.key));
    Ok(released.map(|dataset| InsertReleasesDatasets { dataset: dataset.key.to_owned() }).collect())
}

/// The month that was over last, `YYYY-MM` in UTC.
fn month_before(now: Time) -> String {
    let month: String = now.day().0.chars().take(7).collect();
    let first: Time = format!("{month}-01T00:00:00Z").parse().unwrap_or(now);
    first.plus_days(-1).day().0.chars().take(7).collect()
}

/// Queues a job for each release that none writes.
pub fn queue_waiting(transaction: &Transaction) -> Result<(), Problem> {
    let waiting: Vec<i64> = transaction.values(SelectReleasesToQueue { most_runs: MOST_RUNS })?;
    let mut queued = Vec::new();
    for id in waiting {
        let job_id = transaction.enqueue::<run_release>(&RunReleaseArguments { release_id: id })?;
        queued.push(NameJobsQueued { id, job_id });
    }
    if !queued.is_empty() {
        transaction.execute(NameJobs { queued })?;
    }
    Ok(())
}
