//! `GET /public/legal/{slug}`.

use crate::html::page_html;
use crate::library::LEGAL;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct PublicLegalPath {
    /// The text's slug.
    #[parameter(path, max_length = 100, example = "license")]
    slug: String,
}

#[derive(Schema)]
pub struct LegalText {
    /// The text's name in addresses.
    #[schema(example = "license")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Licence of the software")]
    pub title: String,
    /// The text in one sentence.
    #[schema(example = "Under which terms the program may be used.")]
    pub summary: String,
    /// The page as HTML that is safe to show as it is.
    #[schema(example = "<h1>Licence of the software</h1>")]
    pub html: String,
}

/// One legal text, as safe HTML
#[endpoint(get = "/public/legal/{slug}", keyless, body = LegalText)]
pub fn get_public_legal_document(path: PublicLegalPath) -> Result<Answer, Problem> {
    let Some(page) = LEGAL.iter().find(|page| page.slug == path.slug) else {
        let detail = format!("There is no legal text \"{}\"; GET /public/legal lists them.", path.slug);
        return Err(Problem::not_found(detail));
    };
    Ok(Answer::object()
        .member("slug", page.slug)
        .member("title", page.title)
        .member("summary", page.summary)
        .member("html", &page_html(page))
        .into())
}
