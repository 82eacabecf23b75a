//! `DELETE /session/research/pages/{id}`.

use crate::access::{PagePath, StoredPageRole};
use crate::tree;
use quarry_sdk::prelude::*;

statement!(app_store, TrashPage, "src/pages/trash_page.sql");

/// Put a page into the trash
///
/// Moves the page into the trash, where it stays for 30 days. A page that lies in the trash already, or in a project that does, stays as it
/// is: 204 again. Needs the role `owner`.
#[endpoint(
    delete = "/session/research/pages/{id}", session, module = "research", status = 204, guard = StoredPageRole::Owner,
    guard_path(page_id = id), body = ()
)]
pub fn trash_page(guarded: Guarded<StoredPageRole>, path: PagePath) -> Result<Answer, Problem> {
    put_away(&guarded, path.id)
}

/// Puts the guard's page into the trash.
pub fn put_away(guarded: &Guarded<StoredPageRole>, id: i64) -> Result<Answer, Problem> {
    let project_id = guarded.integer("project_id").unwrap_or_default();
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    if transaction.execute(TrashPage { now: Time::now() })? == 0 {
        // Dropped, so the project is not said to have changed.
        return Ok(Answer::no_content());
    }
    let entry = AuditEntry::of("research_page.trashed", "research_page", &id);
    transaction.audit(entry.after(&json!({ "space_id": guarded.tenant(), "project_id": project_id })))?;
    tree::tell_members(&transaction, guarded.tenant(), project_id)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
