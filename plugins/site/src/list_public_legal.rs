//! `GET /public/legal`.

use crate::library::LEGAL;
use crate::page::{Page, PageSummary};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct LegalTexts {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Legal texts in the order in which they are shown.
    pub legal: Vec<PageSummary>,
}

/// The legal texts: what there is to read
#[endpoint(get = "/public/legal", keyless, paged = 500, body = LegalTexts)]
pub fn list_public_legal(request: &Request) -> Result<Answer, Problem> {
    let texts: Vec<PageSummary> = LEGAL.iter().map(Page::summarize).collect();
    Ok(Answer::object().page_of("legal", request, &texts, |text| text.slug.clone()).into())
}
