//! `GET /session/research`.

use crate::access::ActiveSpaceRole;
use crate::pages::{self, Page};
use crate::projects::Project;
use crate::templates::{SelectTemplates, Template};
use quarry_sdk::prelude::*;

statement!(app_store, SelectActiveSpace, "src/workspace/space_of_workspace.sql");
statement!(app_store, SelectProjects, "src/workspace/projects.sql");
statement!(app_store, SelectRecentPages, "src/workspace/recent_pages.sql");
statement!(app_store, SelectCounts, "src/workspace/counts.sql");

/// The space in which the reader works.
#[derive(Row, Schema, Serialize)]
pub struct ActiveSpace {
    #[schema(example = 4)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub name: String,
    /// True for the personal space of a person.
    #[schema(example = false)]
    pub personal: bool,
}

/// The actions that the reader may take in the workspace.
#[derive(Schema, Serialize)]
pub struct WorkspacePermissions {
    /// The reader may make folders and pages; any member may start a project.
    pub write: bool,
    pub comment: bool,
    /// The reader may put things into the trash.
    pub trash: bool,
}

/// Numbers of what the space holds.
#[derive(Row, Schema, Serialize)]
pub struct WorkspaceCounts {
    #[schema(example = 1)]
    pub projects: i64,
    /// Pages of projects that are not in the trash, without those that are.
    #[schema(example = 2)]
    pub pages: i64,
    #[schema(example = 1)]
    pub draft: i64,
    #[schema(example = 1)]
    pub in_review: i64,
    #[schema(example = 0)]
    pub r#final: i64,
}

/// The workspace of the active space.
#[derive(Schema)]
pub struct Workspace {
    #[schema(flatten)]
    pub page: PageMembers,
    pub space: ActiveSpace,
    /// The reader's role in the space.
    pub role: ActiveSpaceRole,
    /// The actions that the reader may take here.
    pub can: WorkspacePermissions,
    pub counts: WorkspaceCounts,
    /// The last changed first, without those in the trash.
    pub projects: Vec<Project>,
    /// The last changed first; the first 20.
    pub recent_pages: Vec<Page>,
    /// Templates of the space, by name.
    pub templates: Vec<Template>,
}

/// The workspace of the active space
///
/// Shows the space's projects, its recently changed pages with their number, and its templates. Any member of the space may. The cursor pages through
/// `projects`; the other lists are whole.
#[endpoint(
    get = "/session/research", session, module = "research", paged = 500, guard = ActiveSpaceRole::Viewer, body = Workspace
)]
pub fn get_workspace(request: &Request, guarded: Guarded<ActiveSpaceRole>) -> Result<Answer, Problem> {
    let role = guarded.rank();
    let gone = || Problem::not_found("You have no space yet: it is made within seconds.");
    let mut recent_pages: Vec<Page> = SelectRecentPages {}.all()?;
    pages::add_tags(&mut recent_pages)?;
    let space: ActiveSpace = SelectActiveSpace {}.one()?.ok_or_else(gone)?;
    let can = WorkspacePermissions {
        write: role >= ActiveSpaceRole::Editor,
        comment: role >= ActiveSpaceRole::Commenter,
        trash: role >= ActiveSpaceRole::Owner,
    };
    let counts: WorkspaceCounts = SelectCounts {}.one()?.ok_or_else(gone)?;
    let rows = SelectProjects {}.query()?;
    let mut projects: Vec<Project> = rows.read()?;
    projects.truncate(request.page_size());
    let templates: Vec<Template> = SelectTemplates {}.all()?;
    Ok(Answer::object()
        .member("space", &space)
        .member("role", &role)
        .member("can", &can)
        .member("counts", &counts)
        .own_page("projects", rows, &projects)
        .member("recent_pages", &recent_pages)
        .member("templates", &templates)
        .into())
}
