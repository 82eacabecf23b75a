//! `GET /session/research/projects/{id}`.

use crate::access::ProjectPath;
use crate::folders::{Folder, SelectFolders};
use crate::pages::{self, Page};
use crate::projects::{self, Project, SelectProject};
use crate::templates::{SelectTemplates, Template};
use crate::views::{SavedView, SelectViews};
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPagesOfProject, "src/projects/pages_of_project.sql");

/// The actions that the reader may take in a project.
#[derive(Schema, Serialize)]
pub struct ProjectPermissions {
    /// The reader may change the project, its folders and its pages.
    pub write: bool,
    /// The reader may put the project and its pages into the trash, and restore the project.
    pub trash: bool,
}

/// A project with its tree.
#[derive(Schema)]
pub struct ProjectPage {
    pub project: Project,
    /// The reader's role in the space.
    pub role: ProjectRole,
    /// The actions that the reader may take here.
    pub can: ProjectPermissions,
    /// All folders, by name; `parent_folder_id` makes the tree of them.
    pub folders: Vec<Folder>,
    /// Templates of the space, by name.
    pub templates: Vec<Template>,
    /// Views that the reader sees, by name: shared ones, and the reader's own.
    pub views: Vec<SavedView>,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Pages at the root and in folders, the newest first, without those in the trash.
    pub pages: Vec<Page>,
}

/// One project
///
/// The project with all its folders, its pages, the space's templates and the views that the reader sees. Pages come 500 at a time. A project in the trash is 409.
#[endpoint(
    get = "/session/research/projects/{id}", session, module = "research", paged = 500, guard = ProjectRole::Viewer,
    guard_path(project_id = id), body = ProjectPage
)]
pub fn get_project(request: &Request, guarded: Guarded<ProjectRole>, path: ProjectPath) -> Result<Answer, Problem> {
    let project: Project = SelectProject { id: path.id }.one()?.ok_or_else(|| projects::gone(path.id))?;
    let folders: Vec<Folder> = SelectFolders {}.all()?;
    let templates: Vec<Template> = SelectTemplates {}.all()?;
    let views: Vec<SavedView> = SelectViews {}.all()?;
    let rows = SelectPagesOfProject {}.query()?;
    let mut pages: Vec<Page> = rows.read()?;
    pages.truncate(request.page_size());
    pages::add_tags(&mut pages)?;
    let role = guarded.rank();
    let can = ProjectPermissions { write: role >= ProjectRole::Editor, trash: role >= ProjectRole::Owner };
    let body = Answer::object().member("project", &project).member("role", &role).member("can", &can);
    Ok(body
        .member("folders", &folders)
        .member("templates", &templates)
        .member("views", &views)
        .own_page("pages", rows, &pages)
        .into())
}
