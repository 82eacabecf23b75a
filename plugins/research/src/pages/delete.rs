//! `DELETE /session/research/pages/{id}` and `DELETE /research/pages/{id}`.

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
    let project_id = guarded.integer("project_id").unwrap_or_default();
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    if transaction.execute(TrashPage { now: Time::now() })? == 0 {
        // Dropped, so the project is not said to have changed.
        return Ok(Answer::no_content());
    }
    let entry = AuditEntry::of("research_page.trashed", "research_page", &path.id);
    transaction.audit(entry.after(&json!({ "space_id": guarded.tenant(), "project_id": project_id })))?;
    tree::tell_members(&transaction, guarded.tenant(), project_id)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

/// Move a page to the trash
///
/// Moves the page into the trash, where it stays for 30 days, as the member who minted the key, who must be an owner of the page's space. A
/// page that lies in the trash already stays as it is: 204 again.
#[endpoint(repeats = trash_page, delete = "/research/pages/{id}", key = "research:write")]
pub struct trash_page_by_key;
