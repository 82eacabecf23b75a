//! `DELETE /session/research/projects/{id}`.

use crate::access::{ProjectPath, StoredProjectRole};
use crate::tree;
use quarry_sdk::prelude::*;

statement!(app_store, TrashProject, "src/projects/trash_project.sql");

/// Put a project into the trash
///
/// Moves the project with its folders and pages, which stay what they are. Needs the role `owner`. A project that lies in the trash already
/// stays there for as long as it would have: 204 again.
#[endpoint(
    delete = "/session/research/projects/{id}", session, module = "research", status = 204,
    guard = StoredProjectRole::Owner, guard_path(project_id = id), body = ()
)]
pub fn trash_project(guarded: Guarded<StoredProjectRole>, path: ProjectPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    if transaction.execute(TrashProject { now: Time::now() })? > 0 {
        let entry = AuditEntry::of("research_project.trashed", "research_project", &path.id);
        transaction.audit(entry.after(&json!({ "space_id": guarded.tenant() })))?;
        tree::tell_members(&transaction, guarded.tenant(), path.id)?;
    }
    transaction.commit()?;
    Ok(Answer::no_content())
}
