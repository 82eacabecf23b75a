//! `PATCH /session/research/pages/{id}/unpublish`.

use crate::access::{PagePath, StoredPageRole};
use crate::tree;
use quarry_sdk::prelude::*;

statement!(app_store, WithdrawPublished, "src/publications/withdraw_published.sql");

/// Withdraw a page
///
/// Withdraws the page: it is a 404 for all readers outside, and its files too, within the minute for which public answers are kept. The
/// address stays the page's. A page that is not public stays as it is: 204 again. A page in the trash can be withdrawn too, so that it does
/// not become public again when it is restored. Needs the role `owner`.
#[endpoint(
    patch = "/session/research/pages/{id}/unpublish", session, module = "research", status = 204,
    guard = StoredPageRole::Owner, guard_path(page_id = id), body = ()
)]
pub fn unpublish_page(guarded: Guarded<StoredPageRole>, path: PagePath) -> Result<Answer, Problem> {
    let project_id = guarded.integer("project_id").unwrap_or_default();
    let transaction = Transaction::begin()?;
    if transaction.execute(WithdrawPublished { now: Time::now() })? == 0 {
        return Ok(Answer::no_content());
    }
    let entry = AuditEntry::of("research_page.unpublished", "research_page", &path.id);
    transaction.audit(entry.after(&json!({ "space_id": guarded.tenant() })))?;
    tree::tell_members(&transaction, guarded.tenant(), project_id)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
