//! A page of the site.

use quarry_sdk::prelude::*;

/// A page that is compiled into the component.
pub struct Page {
    /// The page's name in addresses.
    pub slug: &'static str,
    pub title: &'static str,
    /// The page in one sentence.
    pub summary: &'static str,
    /// The page's text in Markdown.
    pub body: &'static str,
}

/// A page in a list.
#[derive(Schema, Serialize)]
pub struct PageSummary {
    /// The page's name in addresses.
    #[schema(example = "license")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Licence of the software")]
    pub title: String,
    /// The page in one sentence.
    #[schema(example = "Under which terms the program may be used.")]
    pub summary: String,
}

impl Page {
    /// The page as a list shows it.
    pub fn summarize(&self) -> PageSummary {
        PageSummary { slug: self.slug.to_owned(), title: self.title.to_owned(), summary: self.summary.to_owned() }
    }
}
