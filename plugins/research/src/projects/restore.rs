//! `PATCH /session/research/projects/{id}/restore`.

use crate::access::{ProjectPath, StoredProjectRole};
use crate::projects::{self, Project};
use crate::{trash, tree};
use quarry_sdk::prelude::*;

statement!(app_store, RestoreProject, "src/projects/restore_project.sql");
statement!(app_store, SelectProjectInTrash, "src/projects/project_in_trash.sql");

/// Restore a project
///
/// Restores the project with its folders and those of its pages that were not put into the trash on their own. Needs the role `owner`. A
/// project that is not in the trash is answered as it is; after 30 days in the trash it is gone, 404.
#[endpoint(
    patch = "/session/research/projects/{id}/restore", session, module = "research", guard = StoredProjectRole::Owner,
    guard_path(project_id = id), body = Project
)]
pub fn restore_project(path: ProjectPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let restored = transaction.execute(RestoreProject { now: Time::now(), kept_since: trash::kept_since() })?;
    if restored == 0 && !transaction.query(SelectProjectInTrash {})?.is_empty() {
        return Err(projects::gone(path.id));
    }
    let project = projects::one(&transaction, path.id)?;
    if restored > 0 {
        let entry = AuditEntry::of("research_project.restored", "research_project", &path.id);
        transaction.audit(entry.after(&json!({ "space_id": project.space_id })))?;
        tree::tell_members(&transaction, project.space_id, path.id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&project))
}
