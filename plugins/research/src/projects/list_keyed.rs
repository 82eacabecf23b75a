//! `GET /research/projects`.

use crate::projects::Project;
use quarry_sdk::prelude::*;

statement!(app_store, SelectProjectsOfKey, "src/projects/projects_of_key.sql");

#[derive(Schema)]
pub struct Projects {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Projects, the newest first.
    pub projects: Vec<Project>,
}

/// Projects that the key can reach
///
/// Lists the projects of the spaces of the member who minted the key, without those in the trash.
#[endpoint(get = "/research/projects", key = "read", module = "research", paged, body = Projects)]
pub fn list_projects_by_key(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectProjectsOfKey {}.query()?;
    let mut projects: Vec<Project> = rows.read()?;
    projects.truncate(request.page_size());
    Ok(Answer::object().own_page("projects", rows, &projects).into())
}
