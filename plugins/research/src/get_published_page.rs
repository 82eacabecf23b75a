//! `GET /public/published_pages/{slug}`.

use quarry_sdk::markdown;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPublishedPage, "sql/published_page.sql");

#[derive(Parameters)]
pub struct PublishedPagePath {
    /// The page's slug.
    #[parameter(path, max_length = 200, example = "liquidations-of-january")]
    slug: String,
}

#[derive(Schema)]
pub struct PublishedPage {
    /// Its name in addresses.
    #[schema(example = "liquidations-of-january")]
    pub slug: String,
    /// What people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// Who published it.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was published, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    pub html: String,
    /// When it was last published.
    pub published_at: Time,
    /// Raised each time that it is published anew.
    pub version: i64,
}

/// A research page that its owners published
#[endpoint(
    get = "/public/published_pages/{slug}",
    keyless,
    module = "research",
    body = PublishedPage,
)]
pub fn get_published_page(_request: &Request, path: PublishedPagePath) -> Result<Answer, Problem> {
    let rows = SelectPublishedPage { slug: path.slug.clone() }.query()?;
    let (Some(body), Some(published_at)) = (rows.text(0, "body"), rows.integer(0, "published_at")) else {
        return Err(Problem::not_found(format!("There is no published page \"{}\".", path.slug)));
    };
    Ok(Answer::object()
        .member("slug", &path.slug)
        .member("title", &rows.text(0, "title"))
        .member("author", &rows.text(0, "author"))
        .member("html", &markdown::to_safe_html(&body, |_| None))
        .member("published_at", &Time { microseconds: published_at })
        .member("version", &rows.integer(0, "version"))
        .into())
}
