//! `GET /public/review/{token}`.

use quarry_sdk::markdown;
use quarry_sdk::prelude::*;

statement!(app_store, SelectReviewPage, "sql/review_page.sql");

#[derive(Parameters)]
pub struct ReviewPath {
    /// The token of the review link.
    #[parameter(path, example = "rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ")]
    token: TokenFingerprint,
}

#[derive(Row, Schema, Serialize)]
pub struct ReviewPage {
    /// The name or title that people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// The person who shares it.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was shared, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    #[row(name = "body")]
    pub html: String,
    /// The time at which the link was made.
    pub created_at: Time,
    /// The time at which the link stops working.
    pub expires_at: Time,
}

/// One unpublished page, for the outside reviewer who holds its link
///
/// A token that is unknown, over or revoked is a 404 alike. The answer is never kept, by nobody.
#[endpoint(get = "/public/review/{token}", keyless, module = "research", cache = no_store, body = ReviewPage)]
pub fn get_review_page(path: ReviewPath) -> Result<Answer, Problem> {
    let page: Option<ReviewPage> = SelectReviewPage { token_fingerprint: path.token.0, now: Time::now() }.one()?;
    let gone = || Problem::not_found("This review link does not work, or no longer: ask for a new one.");
    let mut page = page.ok_or_else(gone)?;
    page.html = markdown::to_safe_html(&page.html, |_| None);
    Ok(Answer::json(&page))
}
