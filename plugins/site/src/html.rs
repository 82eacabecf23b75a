//! Texts of the site as safe HTML.

use crate::library;
use crate::page::Page;
use quarry_sdk::markdown;

/// The body of a page. Links to files of the repository lead to their pages here, or nowhere.
pub fn page_html(page: &Page) -> String {
    markdown::to_safe_html(page.body, library::resolve)
}

/// A text that staff wrote; relative links lead nowhere.
pub fn post_html(body: &str) -> String {
    markdown::to_safe_html(body, |_| None)
}
