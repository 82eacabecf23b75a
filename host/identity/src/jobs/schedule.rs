//! Jobs that run by themselves. Whichever host moves the schedule's row enqueues the job, in the same transaction, so that
//! it is enqueued once however many hosts look.

use crate::jobs::queue::Queue;
use crate::jobs::record::NewJob;
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;
use std::time::Duration;

/// While the last one has not ended, the next one is not added.
const UNIQUE_KEY: &str = "schedule";

/// A job that runs at every multiple of `every` since the epoch.
#[derive(Debug, Clone)]
pub(super) struct Scheduled {
    pub(super) component: String,
    pub(super) name: String,
    pub(super) every: Duration,
    pub(super) max_attempts: u32,
}

/// Enqueues the job if its time has come since it was last enqueued, or if it never was.
pub(super) async fn enqueue_if_due(
    store: &AppStore,
    scheduled: &Scheduled,
    now: Timestamp,
) -> Result<bool, AppStoreError> {
    let every = i64::try_from(scheduled.every.as_micros()).unwrap_or(i64::MAX).max(1);
    let due = now.as_microsecond().div_euclid(every) * every;
    let is_new = "SELECT enqueued_for FROM job_schedules WHERE component = $1 AND name = $2
                  AND enqueued_for >= CAST($3 AS BIGINT)";
    let text = |text: &str| Value::Text(text.to_owned());
    let values = [text(&scheduled.component), text(&scheduled.name), Value::Int64(due)];
    if store.query(is_new, &values).await?.row_count > 0 {
        return Ok(false);
    }
    let mut transaction = store.begin().await?;
    let sql = "INSERT INTO job_schedules (component, name, enqueued_for) VALUES ($1, $2, CAST($3 AS BIGINT))
               ON CONFLICT (component, name) DO UPDATE SET enqueued_for = excluded.enqueued_for
               WHERE job_schedules.enqueued_for < excluded.enqueued_for";
    if transaction.execute(sql, &values).await? == 0 {
        return Ok(false);
    }
    let job = NewJob {
        component: scheduled.component.clone(),
        name: scheduled.name.clone(),
        arguments: "{}".to_owned(),
        organization_id: None,
        user_id: None,
        run_at: now,
        max_attempts: scheduled.max_attempts,
        unique_key: Some(UNIQUE_KEY.to_owned()),
    };
    Queue::enqueue(&mut transaction, &job, now).await?;
    transaction.commit().await?;
    Ok(true)
}
