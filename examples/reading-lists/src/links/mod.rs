//! The links of a list.

pub mod replace;

use quarry_sdk::prelude::*;

statement!(app_store, SelectLinks, "src/links/links.sql");

/// Something to read.
#[derive(Schema)]
pub struct Link {
    #[schema(example = "https://example.org/depegs")]
    pub url: String,
    /// Null where the URL says it all.
    #[schema(example = "Depegs of March")]
    pub title: Option<String>,
}
