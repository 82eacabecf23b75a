//! `GET /public/about`.

use crate::html::page_html;
use crate::page::Page;
use quarry_sdk::prelude::*;

const ABOUT: Page = Page {
    slug: "about",
    title: "About Quarry",
    summary: "The service, its rules, and the way it is built.",
    body: include_str!("../content/about.md"),
};

#[derive(Schema)]
pub struct About {
    /// The name or title that people read.
    #[schema(example = "About Quarry")]
    pub title: String,
    /// The page as HTML that is safe to show as it is.
    #[schema(example = "<h1>About Quarry</h1>")]
    pub html: String,
}

/// Describe this service
#[endpoint(get = "/public/about", keyless, body = About)]
pub fn get_public_about() -> Result<Answer, Problem> {
    Ok(Answer::object().member("title", ABOUT.title).member("html", &page_html(&ABOUT)).into())
}
