//! `PATCH /session/research/pages/{id}/restore`.

use crate::access::{PagePath, RestorablePageRole};
use crate::pages::{self, Page};
use crate::{trash, tree};
use quarry_sdk::prelude::*;

statement!(app_store, RestorePage, "src/pages/restore_page.sql");
statement!(app_store, SelectPageInTrash, "src/pages/page_in_trash.sql");

/// Restore a page
///
/// Restores the page into its folder, or at the root of its project when the folder is gone. Needs the role `editor` or `owner`. A page that is not in the trash is
/// answered as it is; after 30 days in the trash it is gone, 404.
#[endpoint(
    patch = "/session/research/pages/{id}/restore", session, module = "research", guard = RestorablePageRole::Editor,
    guard_path(page_id = id), body = Page
)]
pub fn restore_page(path: PagePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let restored = transaction.execute(RestorePage { kept_since: trash::kept_since() })?;
    if restored == 0 && !transaction.query(SelectPageInTrash {})?.is_empty() {
        return Err(pages::gone(path.id));
    }
    let page = pages::one(&transaction, path.id)?;
    if restored > 0 {
        tree::touch(&transaction)?;
        let entry = AuditEntry::of("research_page.restored", "research_page", &path.id);
        transaction.audit(entry.after(&pages::audited(&page)))?;
        tree::tell_members(&transaction, page.space_id, page.project.id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&page))
}
