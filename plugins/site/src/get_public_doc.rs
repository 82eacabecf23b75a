//! `GET /public/docs/{slug}`.

use crate::html::page_html;
use crate::library::{Audience, DOCUMENTS};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PublicDocPath {
    /// The page's slug.
    #[parameter(path, max_length = 100, example = "paging")]
    slug: String,
}

#[derive(Schema)]
pub struct DocumentBody {
    /// The page's name in addresses.
    #[schema(example = "paging")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Reading a list to its end")]
    pub title: String,
    /// The page in one sentence.
    #[schema(example = "Cursors, page sizes and the Link header.")]
    pub summary: String,
    /// The readers that it is for.
    #[schema(example = "developer")]
    pub audience: Audience,
    /// The page as HTML that is safe to show as it is. Links to other pages are their slugs.
    #[schema(example = "<h1>Reading a list to its end</h1>")]
    pub html: String,
}

/// One page of the documentation, as safe HTML
#[endpoint(get = "/public/docs/{slug}", keyless, body = DocumentBody)]
pub fn get_public_doc(path: PublicDocPath) -> Result<Answer, Problem> {
    let Some(document) = DOCUMENTS.iter().find(|document| document.page.slug == path.slug) else {
        let detail = format!("There is no page \"{}\"; GET /public/docs lists them.", path.slug);
        return Err(Problem::not_found(detail));
    };
    let page = &document.page;
    Ok(Answer::object()
        .member("slug", page.slug)
        .member("title", page.title)
        .member("summary", page.summary)
        .member("audience", &document.audience)
        .member("html", &page_html(page))
        .into())
}
