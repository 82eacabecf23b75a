//! `POST /session/data/requests/{id}/submit`.

use crate::requests::get::{DataRequestPath, absent_request};
use crate::requests::submission::{Submission, not_a_draft};
use crate::requests::{DataRequest, DataRequestRow, RequestAccess, RequestStatus, SelectDataRequest};
use quarry_sdk::prelude::*;

/// Run an export
///
/// The newest block of each chain is pinned, and the export waits for its turn: its files have no rows of later blocks. It counts in the
/// requester's month of UTC, unless it fails.
#[endpoint(
    post = "/session/data/requests/{id}/submit", session, module = "data_downloads", guard = RequestAccess::Requester, changes_ranks,
    refuses(403, "no_subscription", "The plan has no data downloads."),
    refuses(403, "plan_limit_reached", "The month's exports are spent: `limit`, `used` and `resets_at` say more."),
    refuses(422, "not_a_draft", "It was submitted already."),
    refuses(422, "nothing_final", "No block of the chain that its filter names is final yet: `chain`."),
    refuses(422, "over_cap", "It has more rows than the plan allows: `rows` and `limit` say how many."),
    body = DataRequest
)]
pub fn submit_data_request(path: DataRequestPath) -> Result<Answer, Problem> {
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(path.id))?;
    if found.status != RequestStatus::Draft {
        return Err(not_a_draft());
    }
    let mut selection = found.selection()?;
    let submission = Submission::prepare(&mut selection, &found.formats)?;
    let transaction = Transaction::begin()?;
    submission.queue(&transaction, found.id)?;
    let queued: Option<DataRequestRow> = transaction.one(SelectDataRequest {})?;
    transaction.commit()?;
    Ok(Answer::json(&DataRequest::from(queued.ok_or_else(|| absent_request(path.id))?)))
}
