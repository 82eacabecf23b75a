//! `PATCH /session/research/projects/{id}`.

use crate::access::ProjectPath;
use crate::projects::{self, Project, ProjectName};
use crate::tree;
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;

statement!(app_store, UpdateProject, "src/projects/update_project.sql");

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct ProjectChange {
    #[schema(optional)]
    name: Option<ProjectName>,
    /// The new description; null clears it.
    #[schema(multi_line, max_length = 2000, example = "What the fall of October did to borrowers.")]
    #[serde(default)]
    description: Patch<String>,
}

/// Change a project
///
/// Changes the project's name or its description. Needs the role `editor` or `owner`.
#[endpoint(
    patch = "/session/research/projects/{id}", session, module = "research", guard = ProjectRole::Editor,
    guard_path(project_id = id), body = Project
)]
pub fn update_project(path: ProjectPath, JsonBody(change): JsonBody<ProjectChange>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = projects::one(&transaction, path.id)?;
    let name = change.name.map(|ProjectName(name)| name);
    transaction.execute(UpdateProject { name, description: change.description })?;
    let mut after = projects::one(&transaction, path.id)?;
    if before != after {
        tree::touch(&transaction)?;
        after = projects::one(&transaction, path.id)?;
        let entry = AuditEntry::of("research_project.changed", "research_project", &path.id);
        transaction.audit(entry.after(&json!({ "space_id": after.space_id, "renamed": before.name != after.name })))?;
        tree::tell_members(&transaction, after.space_id, path.id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&after))
}
