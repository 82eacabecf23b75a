//! `GET /session/saved_items/destinations`.

use quarry_sdk::prelude::*;

statement!(app_store, SelectDestinationProjects, "src/saved_items/destination_projects.sql");
statement!(app_store, SelectDestinationPages, "src/saved_items/destination_pages.sql");

/// A project whose pages may take a copy.
#[derive(Row, Schema, Serialize)]
pub struct DestinationProject {
    #[schema(example = 2)]
    id: i64,
    #[schema(example = "Liquidations")]
    name: String,
    #[schema(example = 4)]
    space_id: i64,
    #[schema(example = "Harbour")]
    space_name: String,
    created_at: Time,
}

/// A page that may take a copy.
#[derive(Row, Schema, Serialize)]
pub struct DestinationPage {
    /// The `page_id` of `POST /session/saved_items`.
    #[schema(example = 8)]
    id: i64,
    #[schema(example = "Liquidations of March")]
    title: String,
    #[schema(example = 2)]
    project_id: i64,
    #[schema(example = 4)]
    space_id: i64,
    created_at: Time,
}

#[derive(Schema)]
pub struct Destinations {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Projects, the newest first, those without a page included.
    pub projects: Vec<DestinationProject>,
    /// Pages, the newest first.
    pub pages: Vec<DestinationPage>,
}

/// Pages on which a copy may be saved
///
/// Projects and pages of the spaces in which the viewer is an owner or an editor, without those in the trash. A page of the lists has up
/// to `limit` of either, read on by one cursor; `count` is that of `pages`.
#[endpoint(get = "/session/saved_items/destinations", session, module = "research", paged, body = Destinations)]
pub fn list_destinations(request: &Request) -> Result<Answer, Problem> {
    let mut lists = SideBySide::of(request);
    let projects: Vec<DestinationProject> = lists.read(
        |behind, most| {
            let (made_behind, behind) = place(behind);
            SelectDestinationProjects { made_behind, behind, most }.all()
        },
        |project: &DestinationProject| [project.created_at.microseconds, project.id],
    )?;
    let pages: Vec<DestinationPage> = lists.read(
        |behind, most| {
            let (made_behind, behind) = place(behind);
            SelectDestinationPages { made_behind, behind, most }.all()
        },
        |page: &DestinationPage| [page.created_at.microseconds, page.id],
    )?;
    Ok(Answer::object()
        .page_members(request, pages.len(), lists.next_place())
        .member("projects", &projects)
        .member("pages", &pages)
        .into())
}

fn place(behind: Option<[i64; 2]>) -> (Option<Time>, Option<i64>) {
    behind.map(|[microseconds, id]| (Time { microseconds }, id)).unzip()
}
