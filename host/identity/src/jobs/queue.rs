//! The queue: one row a job, in the app store.
//!
//! Statements that choose a job name its state again outside of the choice: on PostgreSQL two hosts may choose the same row,
//! and the second one then finds it taken.

use crate::jobs::record::{ClaimedJob, Ending, JobProgress, JobState, JobStatus, NewJob};
use crate::jobs::retry::pause_after;
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use std::time::Duration;

/// The time for which a job belongs to a host that does not renew its lease.
pub(super) const LEASE: Duration = Duration::from_secs(30);
/// The most characters that are kept of a failure's sentence.
const MAX_FAILURE_CHARACTERS: usize = 1_000;

/// The state of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Yes,
    /// It does, and the job is to stop.
    CancelAsked,
    /// Another host has the job, or it is gone: what this one does no longer counts.
    Lost,
}

/// The statements of the queue. A clone shares the store.
#[derive(Debug, Clone)]
pub struct Queue {
    store: AppStore,
}

impl Queue {
    pub fn new(store: AppStore) -> Queue {
        Queue { store }
    }

    /// Adds a job with the transaction that asks for it and gives its id, or that of the one with the same unique key.
    pub async fn enqueue(transaction: &mut Transaction, new: &NewJob, now: Timestamp) -> Result<i64, AppStoreError> {
        let sql = "INSERT INTO jobs (component, name, arguments, organization_id, user_id, unique_key, state, run_at,
                                     attempts, max_attempts, is_cancel_asked, progress_done, created_at)
                   VALUES ($1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS TEXT), 'queued',
                           CAST($7 AS BIGINT), 0, CAST($8 AS BIGINT), FALSE, 0, CAST($9 AS BIGINT))
                   ON CONFLICT (component, name, unique_key) WHERE state IN ('queued', 'running')
                   DO UPDATE SET unique_key = excluded.unique_key
                   RETURNING id";
        let text = |text: &str| Value::Text(text.to_owned());
        let number = |value: Option<i64>| value.map_or(Value::Null, Value::Int64);
        let values = [
            text(&new.component),
            text(&new.name),
            text(&new.arguments),
            number(new.organization_id),
            number(new.user_id),
            new.unique_key.as_deref().map_or(Value::Null, text),
            Value::Int64(new.run_at.as_microsecond()),
            Value::Int64(i64::from(new.max_attempts)),
            Value::Int64(now.as_microsecond()),
        ];
        let rows = transaction.query(sql, &values).await?;
        match Row::first(&rows) {
            Some(row) => row.integer("id"),
            None => Err(missing("id")),
        }
    }

    /// Takes the next job of these components: one whose time has come, or one whose host has died.
    pub async fn claim(&self, components: &[String], now: Timestamp) -> Result<Option<ClaimedJob>, AppStoreError> {
        if components.is_empty() {
            return Ok(None);
        }
        // A lease that ends much later than any can was taken before a clock was set back. Not just later: a holder renews its
        // lease while this statement waits for its turn.
        let waiting = "state = 'queued' AND run_at <= CAST($3 AS BIGINT)";
        let left =
            "state = 'running' AND (leased_until < CAST($3 AS BIGINT) OR leased_until > CAST($2 AS BIGINT) + 60000000)";
        for (condition, order) in [(waiting, "run_at, id"), (left, "leased_until, id")] {
            if let Some(job) = self.claim_one(components, condition, order, now).await? {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    async fn claim_one(
        &self,
        components: &[String],
        condition: &str,
        order: &str,
        now: Timestamp,
    ) -> Result<Option<ClaimedJob>, AppStoreError> {
        let names: Vec<String> = (0..components.len()).map(|index| format!("${}", index + 4)).collect();
        let sql = format!(
            "UPDATE jobs SET state = 'running', lease_holder = $1, leased_until = CAST($2 AS BIGINT),
                             attempts = attempts + 1, progress_done = 0, progress_total = NULL,
                             progress_rows = NULL
             WHERE id = (SELECT id FROM jobs WHERE {condition} AND component IN ({}) ORDER BY {order} LIMIT 1)
               AND {condition}
             RETURNING id, component, name, arguments, organization_id, user_id, attempts, max_attempts",
            names.join(", ")
        );
        let lease_holder = format!("{:032x}", rand::random::<u128>());
        let mut values =
            vec![Value::Text(lease_holder.clone()), Value::Int64(lease_end(now)), Value::Int64(now.as_microsecond())];
        values.extend(components.iter().cloned().map(Value::Text));
        let rows = self.store.query(&sql, &values).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        Ok(Some(ClaimedJob {
            id: row.integer("id")?,
            component: row.text("component")?,
            name: row.text("name")?,
            arguments: row.text("arguments")?,
            organization_id: row.optional_integer("organization_id")?,
            user_id: row.optional_integer("user_id")?,
            attempt: count(row.integer("attempts")?),
            max_attempts: count(row.integer("max_attempts")?),
            lease_holder,
        }))
    }

    /// Renews the lease of a running job; with `progress`, says how far it is.
    pub async fn renew(
        &self,
        id: i64,
        lease_holder: &str,
        progress: Option<JobProgress>,
        now: Timestamp,
    ) -> Result<Held, AppStoreError> {
        let shown = if progress.is_some() {
            ", progress_done = CAST($4 AS BIGINT), progress_total = CAST($5 AS BIGINT), progress_rows = CAST($6 AS BIGINT)"
        } else {
            ""
        };
        let sql = format!(
            "UPDATE jobs SET leased_until = CAST($1 AS BIGINT){shown}
             WHERE id = CAST($2 AS BIGINT) AND lease_holder = $3 AND state = 'running' RETURNING is_cancel_asked"
        );
        let mut values = vec![Value::Int64(lease_end(now)), Value::Int64(id), Value::Text(lease_holder.to_owned())];
        if let Some(JobProgress { done, total, rows }) = progress {
            let number = |number: Option<u64>| number.map_or(Value::Null, |number| Value::Int64(signed(number)));
            values.extend([Value::Int64(signed(done)), number(total), number(rows)]);
        }
        let rows = self.store.query(&sql, &values).await?;
        match Row::first(&rows) {
            None => Ok(Held::Lost),
            Some(row) if row.boolean("is_cancel_asked")? => Ok(Held::CancelAsked),
            Some(_) => Ok(Held::Yes),
        }
    }

    /// Writes how an attempt ended; false where the lease was lost and nothing was written. A job that was asked to stop is
    /// cancelled, whatever it said: it is not tried again.
    pub async fn end(&self, job: &ClaimedJob, ending: Ending, now: Timestamp) -> Result<bool, AppStoreError> {
        let later = now + pause_after(job.attempt);
        let (state, attempts, run_at, failure) = match ending {
            Ending::Completed => ("completed", job.attempt, now, None),
            Ending::Cancelled => ("cancelled", job.attempt, now, None),
            Ending::Failed(failure) if job.attempt < job.max_attempts => ("queued", job.attempt, later, Some(failure)),
            Ending::Failed(failure) | Ending::GivenUp(failure) => ("dead", job.attempt, now, Some(failure)),
            Ending::Released => ("queued", job.attempt.saturating_sub(1), now, None),
        };
        let sql = "UPDATE jobs SET state = CASE WHEN is_cancel_asked THEN 'cancelled' ELSE $1 END,
                          attempts = CAST($2 AS BIGINT), run_at = CAST($3 AS BIGINT),
                          last_failure = COALESCE(CAST($4 AS TEXT), last_failure), lease_holder = NULL,
                          leased_until = NULL,
                          ended_at = CASE WHEN is_cancel_asked THEN CAST($8 AS BIGINT) ELSE CAST($5 AS BIGINT) END
                   WHERE id = CAST($6 AS BIGINT) AND lease_holder = $7 AND state = 'running'";
        let is_over = state != "queued";
        let values = [
            Value::Text(state.to_owned()),
            Value::Int64(i64::from(attempts)),
            Value::Int64(run_at.as_microsecond()),
            failure.map_or(Value::Null, |text| Value::Text(text.chars().take(MAX_FAILURE_CHARACTERS).collect())),
            if is_over { Value::Int64(now.as_microsecond()) } else { Value::Null },
            Value::Int64(job.id),
            Value::Text(job.lease_holder.clone()),
            Value::Int64(now.as_microsecond()),
        ];
        Ok(self.store.execute(sql, &values).await? > 0)
    }

    /// A job of that component and organization; none when there is no such job.
    pub async fn status(
        &self,
        id: i64,
        component: &str,
        organization_id: Option<i64>,
    ) -> Result<Option<JobStatus>, AppStoreError> {
        let sql = format!(
            "SELECT state, progress_done, progress_total, attempts, last_failure FROM jobs WHERE {}",
            owned(organization_id)
        );
        let rows = self.store.query(&sql, &owner(id, component, organization_id)).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        let state = row.text("state")?;
        Ok(Some(JobStatus {
            state: JobState::from_name(&state).ok_or_else(|| missing("state"))?,
            progress_done: row.integer("progress_done")?.unsigned_abs(),
            progress_total: row.optional_integer("progress_total")?.map(i64::unsigned_abs),
            attempts: count(row.integer("attempts")?),
            last_failure: row.optional_text("last_failure")?,
        }))
    }

    /// Stops a job: a waiting one now, a running one when it next reports. False when no such job waits or runs.
    pub async fn cancel(
        &self,
        id: i64,
        component: &str,
        organization_id: Option<i64>,
        now: Timestamp,
    ) -> Result<bool, AppStoreError> {
        let sql = format!(
            "UPDATE jobs SET is_cancel_asked = TRUE,
                    ended_at = CASE WHEN state = 'queued' THEN CAST($3 AS BIGINT) ELSE ended_at END,
                    state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END
             WHERE {} AND state IN ('queued', 'running')",
            owned(organization_id).replace("$3", "$4")
        );
        let mut values = owner(id, component, organization_id);
        values.insert(2, Value::Int64(now.as_microsecond()));
        Ok(self.store.execute(&sql, &values).await? > 0)
    }
}

/// The condition that finds a job of that owner: `$1` id, `$2` component, `$3` organization, where there is one.
fn owned(organization_id: Option<i64>) -> &'static str {
    match organization_id {
        Some(_) => "id = CAST($1 AS BIGINT) AND component = $2 AND organization_id = CAST($3 AS BIGINT)",
        None => "id = CAST($1 AS BIGINT) AND component = $2 AND organization_id IS NULL",
    }
}

fn owner(id: i64, component: &str, organization_id: Option<i64>) -> Vec<Value> {
    let mut values = vec![Value::Int64(id), Value::Text(component.to_owned())];
    values.extend(organization_id.map(Value::Int64));
    values
}

fn lease_end(now: Timestamp) -> i64 {
    now.as_microsecond().saturating_add(i64::try_from(LEASE.as_micros()).unwrap_or(i64::MAX))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn missing(column: &str) -> AppStoreError {
    AppStoreError::UnexpectedColumn {
        column: column.to_owned(),
        problem: "was not returned as it should be".to_owned(),
    }
}
