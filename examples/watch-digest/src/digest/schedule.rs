//! The job that runs each midnight (UTC) and has the digests of the day before made, each by a job of its own: one that fails
//! holds up no other.

use crate::clock;
use crate::digest::make::{MakeDigestArguments, make_digest};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, SelectOrganizations, "sql/organizations.sql");

/// A call enqueues at most 100 jobs: these, and one that goes on.
const AT_ONCE: usize = 99;

#[derive(Serialize, Deserialize, Default)]
pub struct ScheduleDigestsArguments {
    /// Those up to here were seen to.
    #[serde(default)]
    after_organization_id: i64,
}

/// Has the digests of the day before made.
#[job(every = "1 d")]
pub fn schedule_digests(arguments: ScheduleDigestsArguments) -> Result<(), JobFailure> {
    let start_seconds = clock::yesterday();
    let rows = SelectOrganizations { after: arguments.after_organization_id, most: AT_ONCE as i64 }.query()?;
    let organizations: Vec<i64> =
        (0..rows.row_count()).filter_map(|row| rows.integer(row, "organization_id")).collect();
    let transaction = Transaction::begin()?;
    for &organization_id in &organizations {
        let digest = MakeDigestArguments { organization_id, start_seconds };
        let unique_key = digest.unique_key();
        transaction.enqueue_when::<make_digest>(&digest, None, Some(unique_key))?;
    }
    if let Some(&last) = organizations.last().filter(|_| organizations.len() == AT_ONCE) {
        transaction.enqueue::<schedule_digests>(&ScheduleDigestsArguments { after_organization_id: last })?;
    }
    transaction.commit()?;
    Ok(())
}
