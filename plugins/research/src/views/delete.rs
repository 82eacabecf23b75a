//! `DELETE /session/research/views/{id}`.

use crate::tree;
use crate::views::{self, OwnView, ViewPath};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteView, "src/views/delete_view.sql");

/// Remove a view
///
/// Removes the view; its pages stay as they are. Only its creator may.
#[endpoint(delete = "/session/research/views/{id}", session, module = "research", status = 204, guard = OwnView, body = ())]
pub fn delete_view(guarded: Guarded<OwnView>, path: ViewPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = views::one(&transaction, path.id)?;
    transaction.execute(DeleteView {})?;
    let entry = AuditEntry::of("research_view.removed", "research_view", &path.id);
    transaction.audit(entry.before(&views::audited(&before)))?;
    if before.is_shared {
        tree::tell_members(&transaction, guarded.tenant(), before.project_id)?;
    }
    transaction.commit()?;
    Ok(Answer::no_content())
}
