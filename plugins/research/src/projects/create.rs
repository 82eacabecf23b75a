//! `POST /session/research/projects`.

use crate::projects::{self, MOST_PROJECTS, Project, ProjectName};
use crate::tree;
use quarry_sdk::prelude::*;
use quarry_space_access::ChosenSpace;

statement!(app_store, CountProjects, "src/projects/project_count.sql");
statement!(app_store, InsertProject, "src/projects/insert_project.sql");

/// A project to be started.
#[derive(Schema, Deserialize)]
pub struct NewProject {
    name: ProjectName,
    #[schema(optional, multi_line, max_length = 2000, example = "What the fall of October did to borrowers.")]
    description: Option<String>,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, example = 4)]
    #[expect(dead_code, reason = "the guard reads it")]
    space_id: Option<i64>,
}

/// Start a project
///
/// Creates the project in the active space, or in the one that the body names. Any member of the space may. A space has at most 500
/// projects, those in the trash included.
#[endpoint(
    post = "/session/research/projects", session, module = "research", status = 201, guard = ChosenSpace,
    refuses(422, "too_many_projects", "A space has at most 500 projects, those in the trash included."),
    body = Project
)]
pub fn create_project(guarded: Guarded<ChosenSpace>, JsonBody(new): JsonBody<NewProject>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    if transaction.query(CountProjects {})?.integer(0, "projects").unwrap_or_default() >= MOST_PROJECTS {
        let sentence =
            format!("The space has {MOST_PROJECTS} projects, and that is the most: some may lie in the trash.");
        return Err(Problem::new(422, "too_many_projects", sentence).with("limit", MOST_PROJECTS));
    }
    let ProjectName(name) = new.name;
    let id = transaction.insert(InsertProject { name, description: new.description, now: Time::now() })?;
    let project = projects::one(&transaction, id)?;
    let entry = AuditEntry::of("research_project.created", "research_project", &id);
    transaction.audit(entry.after(&json!({ "space_id": project.space_id })))?;
    tree::tell_members(&transaction, guarded.tenant(), id)?;
    transaction.commit()?;
    Ok(Answer::json(&project).with_status(201))
}
