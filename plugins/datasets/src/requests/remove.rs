//! `DELETE /session/data/requests/{id}`.

use crate::requests::RequestAccess;
use crate::requests::get::DataRequestPath;
use quarry_sdk::prelude::*;

statement!(app_store, RemoveDraft, "src/requests/remove_draft.sql");

/// Remove a draft
///
/// An export that was submitted keeps its record, also after its files are gone.
#[endpoint(
    delete = "/session/data/requests/{id}", session, module = "data_downloads", status = 204, guard = RequestAccess::Requester,
    refuses(422, "not_a_draft", "It was submitted already."),
    body = ()
)]
pub fn remove_data_request(path: DataRequestPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    if transaction.execute(RemoveDraft {})? == 0 {
        let detail = "The export has been submitted, and its record stays: only drafts are removed.";
        return Err(Problem::new(422, "not_a_draft", detail));
    }
    transaction.audit(AuditEntry::of("data_request.removed", "data_request", &path.id))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
