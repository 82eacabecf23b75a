//! `POST /session/data/requests/{id}/cancel`.

use crate::requests::get::{DataRequestPath, absent_request};
use crate::requests::{DataRequest, DataRequestRow, RequestAccess, SelectDataRequest};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

statement!(app_store, CancelDataRequest, "src/requests/cancel_data_request.sql");

/// Stop an export
///
/// Stops an export that waits or runs: it ends as `failed` with the error `cancelled`, leaves no files, and no longer counts in the month.
#[endpoint(
    post = "/session/data/requests/{id}/cancel", session, module = "data_downloads", guard = RequestAccess::Requester,
    refuses(422, "not_under_way", "It neither waits nor runs."),
    body = DataRequest
)]
pub fn cancel_data_request(path: DataRequestPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let detail = "The requester cancelled the export.".to_owned();
    if transaction.execute(CancelDataRequest { detail })? == 0 {
        let detail = "The export neither waits nor runs, so there is nothing to stop.";
        return Err(Problem::new(422, "not_under_way", detail));
    }
    transaction.audit(AuditEntry::of("data_request.cancelled", "data_request", &path.id))?;
    let cancelled: Option<DataRequestRow> = transaction.one(SelectDataRequest {})?;
    transaction.commit()?;
    let cancelled = cancelled.ok_or_else(|| absent_request(path.id))?;
    // The run finds out by itself when it is done; told so, it ends at once.
    if let Some(job_id) = cancelled.job_id
        && let Err(failure) = quarry_sdk::cancel_job(job_id)
    {
        log::emit(Level::Warn, &format!("the job {job_id} of a cancelled export goes on: {failure:?}"));
    }
    Ok(Answer::json(&DataRequest::from(cancelled)))
}
