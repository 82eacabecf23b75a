//! `POST /session/research/pages/{id}/pick`.

use crate::access::PagePath;
use crate::pages::create::{self, NewPage};
use crate::pages::{self, Page, PageTitle, SelectPage};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// A page to be made.
#[derive(Schema, Deserialize)]
pub struct NewPickedPage {
    /// The title of the page.
    title: PageTitle,
}

/// Make a page that another page links to
///
/// Creates an empty draft in the project and folder of the page on which it was typed. Needs the role `editor` or `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/pick", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(422, "too_many_pages", "A project has at most 5,000 pages, those in the trash included."),
    body = Page
)]
pub fn create_picked_page(
    guarded: Guarded<PageRole>,
    path: PagePath,
    JsonBody(new): JsonBody<NewPickedPage>,
) -> Result<Answer, Problem> {
    let typed_on: Option<Page> = SelectPage { id: path.id }.one()?;
    let typed_on = typed_on.ok_or_else(|| pages::gone(path.id))?;
    create::make(guarded.tenant(), typed_on.project.id, NewPage::empty(new.title, typed_on.folder_id))
}
