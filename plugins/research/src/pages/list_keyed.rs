//! `GET /research/pages`.

use crate::pages::{self, Page};
use quarry_sdk::prelude::*;

statement!(app_store, SelectPagesOfKey, "src/pages/pages_of_key.sql");

#[derive(Schema)]
pub struct Pages {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Pages, the newest first.
    pub pages: Vec<Page>,
}

/// Pages that the key can reach
///
/// Lists the pages of the spaces of the member who minted the key, without those in the trash and without their blocks.
#[endpoint(
    get = "/research/pages", key = "read", module = "research", paged,
    tool(
        name = "list_research_pages",
        description = "Research pages of the spaces that the key reaches, the newest first, without their blocks."
    ),
    body = Pages
)]
pub fn list_pages_by_key(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectPagesOfKey {}.query()?;
    let mut pages: Vec<Page> = rows.read()?;
    pages.truncate(request.page_size());
    pages::add_tags(&mut pages)?;
    Ok(Answer::object().own_page("pages", rows, &pages).into())
}
