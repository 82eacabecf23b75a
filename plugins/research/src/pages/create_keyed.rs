//! `POST /research/pages`.

use crate::access::NamedProjectRole;
use crate::pages::Page;
use crate::pages::create::{self, NewPage};
use quarry_sdk::prelude::*;

/// A page to be made, and its project.
#[derive(Schema, Deserialize)]
pub struct NewPageOfProject {
    /// The project in which it is to lie.
    #[schema(example = 1)]
    project_id: i64,
    #[serde(flatten)]
    #[schema(flatten)]
    page: NewPage,
}

/// Make a page in a project
///
/// Creates the page as the member who minted the key, in a project of a space in which that member is an owner or editor. A project has at
/// most 5,000 pages, those in the trash included.
#[endpoint(
    post = "/research/pages", key = "research:write", module = "research", status = 201, guard = NamedProjectRole::Editor,
    refuses(422, "too_many_pages", "A project has at most 5,000 pages, those in the trash included."),
    body = Page
)]
pub fn create_page_by_key(
    guarded: Guarded<NamedProjectRole>,
    JsonBody(new): JsonBody<NewPageOfProject>,
) -> Result<Answer, Problem> {
    create::make(guarded.tenant(), new.project_id, new.page)
}
