//! Asking for a file of one's own data, and how far it is.

use crate::AccountHolder;
use crate::jobs::{HostJob, NewJob, Queue};
use crate::object_links::ObjectLink;
use crate::personal_data::{PersonalData, PersonalDataError};
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStoreError, Row};
use quarry_stores::result_set::Value;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The job that makes the file: `export_file.rs`.
pub(super) const EXPORT_PERSONAL_DATA: &str = "export_personal_data";
const MAX_ATTEMPTS: u32 = 3;
/// The time for which a link to the file works.
const LINK_LIFE: SignedDuration = SignedDuration::from_hours(1);
const FILE_NAME: &str = "quarry-account.json";

/// The arguments of the job.
#[derive(Serialize, Deserialize)]
pub(super) struct Arguments {
    pub(super) user_id: i64,
}

/// The key of a person's file among the host's objects: a newer one takes the place of the one before.
pub(super) fn object_key(user_id: i64) -> String {
    format!("account-exports/{user_id}.json")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportState {
    Running,
    Ready,
    /// Every attempt failed: ask again.
    Failed,
    /// The file was deleted.
    Expired,
}

/// The newest export of a person.
#[derive(Debug, Clone)]
pub struct DataExport {
    pub state: ExportState,
    pub requested_at: Timestamp,
    pub ready_at: Option<Timestamp>,
    /// The time at which the file is deleted.
    pub expires_at: Option<Timestamp>,
    pub size_bytes: Option<u64>,
    /// A path that gives the file without a session for an hour; of a file that is ready.
    pub download_path: Option<String>,
}

impl PersonalData {
    /// Enqueues a job that makes a file of all data that is held of the person. One export at a time.
    pub async fn request_export(
        &self,
        holder: &AccountHolder,
        now: Timestamp,
    ) -> Result<DataExport, PersonalDataError> {
        let user_id = holder.user_id();
        let newest = self.newest_export(user_id, now).await?;
        if newest.is_some_and(|export| export.state == ExportState::Running) {
            return Err(PersonalDataError::ExportIsRunning);
        }
        let job = NewJob {
            component: <dyn HostJob>::COMPONENT.to_owned(),
            name: EXPORT_PERSONAL_DATA.to_owned(),
            arguments: json!(Arguments { user_id }).to_string(),
            organization_id: None,
            user_id: Some(user_id),
            run_at: now,
            max_attempts: MAX_ATTEMPTS,
            // Of two that come together, both get the one job.
            unique_key: Some(user_id.to_string()),
        };
        let mut transaction = self.store.begin().await?;
        let job_id = Queue::enqueue(&mut transaction, &job, now).await?;
        let sql = "INSERT INTO account_exports (user_id, job_id, requested_at) VALUES ($1, $2, $3)
                   ON CONFLICT (user_id) DO UPDATE
                   SET job_id = excluded.job_id, requested_at = excluded.requested_at, ready_at = NULL, expires_at = NULL,
                       size_bytes = NULL";
        let values = [Value::Int64(user_id), Value::Int64(job_id), Value::Timestamp(now.as_microsecond())];
        transaction.execute(sql, &values).await?;
        holder.record(&mut transaction, "account.export_requested", json!({}), now).await?;
        transaction.commit().await?;
        Ok(DataExport {
            state: ExportState::Running,
            requested_at: now,
            ready_at: None,
            expires_at: None,
            size_bytes: None,
            download_path: None,
        })
    }

    /// The newest export of a person; none when there never was one.
    pub async fn newest_export(&self, user_id: i64, now: Timestamp) -> Result<Option<DataExport>, PersonalDataError> {
        let sql = "SELECT account_exports.requested_at, account_exports.ready_at, account_exports.expires_at,
                          account_exports.size_bytes, jobs.state
                   FROM account_exports LEFT JOIN jobs ON jobs.id = account_exports.job_id
                   WHERE account_exports.user_id = $1";
        let rows = self.store.query(sql, &[Value::Int64(user_id)]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        let optional_time =
            |column: &str| row.optional_integer(column)?.map(|time| timestamp(column, time)).transpose();
        let (ready_at, expires_at) = (optional_time("ready_at")?, optional_time("expires_at")?);
        let job_state = row.optional_text("state")?;
        let state = match (expires_at, job_state.as_deref()) {
            (Some(expires_at), _) if expires_at <= now => ExportState::Expired,
            (Some(_), _) => ExportState::Ready,
            (None, Some("queued" | "running")) => ExportState::Running,
            (None, _) => ExportState::Failed,
        };
        let download_path = match (state, expires_at) {
            (ExportState::Ready, Some(expires_at)) => self.links.sign(&ObjectLink {
                component: <dyn HostJob>::COMPONENT.to_owned(),
                key: object_key(user_id),
                file_name: FILE_NAME.to_owned(),
                expires_at: now.saturating_add(LINK_LIFE).unwrap_or(Timestamp::MAX).min(expires_at),
            }),
            _ => None,
        };
        Ok(Some(DataExport {
            state,
            requested_at: timestamp("requested_at", row.integer("requested_at")?)?,
            ready_at,
            expires_at,
            size_bytes: row.optional_integer("size_bytes")?.map(i64::unsigned_abs),
            download_path,
        }))
    }
}

fn timestamp(column: &str, microseconds: i64) -> Result<Timestamp, AppStoreError> {
    Timestamp::from_microsecond(microseconds)
        .map_err(|error| AppStoreError::UnexpectedColumn { column: column.to_owned(), problem: error.to_string() })
}
