//! `DELETE /session/research/pages/{id}/guest_passes/{pass_id}`.

use crate::access::StoredPageRole;
use quarry_sdk::prelude::*;

statement!(app_store, RevokeGuestPass, "src/guest_passes/revoke_guest_pass.sql");
statement!(app_store, DeleteReviewLink, "src/guest_passes/delete_review_link.sql");

#[derive(Parameters)]
pub struct GuestPassPath {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// Id of the guest pass.
    #[parameter(path, minimum = 1, example = "7")]
    pub pass_id: i64,
}

/// Revoke a guest pass
///
/// Revokes the pass: its link opens nothing from then on, and the copy that it showed is removed. A pass that is over or revoked already is
/// a 404. Needs the role `owner`.
#[endpoint(
    delete = "/session/research/pages/{id}/guest_passes/{pass_id}", session, module = "research", status = 204,
    guard = StoredPageRole::Owner, guard_path(page_id = id), body = ()
)]
pub fn revoke_guest_pass(guarded: Guarded<StoredPageRole>, path: GuestPassPath) -> Result<Answer, Problem> {
    let (pass_id, now) = (path.pass_id, Time::now());
    let transaction = Transaction::begin()?;
    if transaction.execute(RevokeGuestPass { pass_id, now })? == 0 {
        return Err(Problem::not_found(format!("The page has no guest pass {pass_id} that works.")));
    }
    transaction.execute(DeleteReviewLink { pass_id })?;
    let entry = AuditEntry::of("guest_pass.revoked", "guest_pass", &pass_id);
    transaction.audit(entry.after(&json!({ "space_id": guarded.tenant(), "page_id": path.id })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
