//! `GET /public/published_pages/{slug}`.

use quarry_sdk::markdown;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPublishedPage, "sql/published_page.sql");

#[derive(Parameters)]
pub struct PublishedPagePath {
    /// The page's slug.
    #[parameter(path, max_length = 200, example = "liquidations-of-the-sample")]
    slug: String,
}

#[derive(Row, Schema, Serialize)]
pub struct PublishedPage {
    /// Its name in addresses.
    #[schema(example = "liquidations-of-the-sample")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// The person who published it.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was published, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    #[row(name = "body")]
    pub html: String,
    /// The time at which it was last published.
    pub published_at: Time,
    /// Raised each time that it is published anew.
    pub version: i64,
}

/// A research page that its owners published
#[endpoint(get = "/public/published_pages/{slug}", keyless, module = "research", body = PublishedPage)]
pub fn get_published_page(path: PublishedPagePath) -> Result<Answer, Problem> {
    let page: Option<PublishedPage> = SelectPublishedPage { slug: path.slug.clone() }.one()?;
    let no_page = || Problem::not_found(format!("There is no published page \"{}\".", path.slug));
    let mut page = page.ok_or_else(no_page)?;
    page.html = markdown::to_safe_html(&page.html, |_| None);
    Ok(Answer::json(&page))
}
