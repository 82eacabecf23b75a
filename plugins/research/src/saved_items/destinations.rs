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
    /// The newest 200, with projects that have no page yet.
    pub projects: Vec<DestinationProject>,
    /// The newest first.
    pub pages: Vec<DestinationPage>,
}

/// Pages on which a copy may be saved
///
/// Projects and pages of the spaces in which the viewer is an owner or an editor, without those in the trash.
#[endpoint(get = "/session/saved_items/destinations", session, module = "research", paged, body = Destinations)]
pub fn list_destinations(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectDestinationPages {}.query()?;
    let mut pages: Vec<DestinationPage> = rows.read()?;
    pages.truncate(request.page_size());
    let projects: Vec<DestinationProject> = SelectDestinationProjects {}.all()?;
    Ok(Answer::object().member("projects", &projects).own_page("pages", rows, &pages).into())
}
