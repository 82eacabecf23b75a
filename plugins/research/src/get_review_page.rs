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

#[derive(Schema)]
pub struct ReviewPage {
    /// What people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// Who shares it.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was shared, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    pub html: String,
    /// When the link was made.
    pub created_at: Time,
    /// When the link stops working.
    pub expires_at: Time,
}

/// One unpublished page, for the outside reviewer who holds its link
///
/// A token that is unknown, over or revoked is a 404 alike. The answer is never kept, by nobody.
#[endpoint(
    get = "/public/review/{token}",
    keyless,
    module = "research",
    cache = no_store,
    body = ReviewPage,
)]
pub fn get_review_page(_request: &Request, path: ReviewPath) -> Result<Answer, Problem> {
    let rows = SelectReviewPage { token_fingerprint: path.token.0, now: Time::now() }.query()?;
    let time = |column| rows.integer(0, column).map(|microseconds| Time { microseconds });
    let (Some(body), Some(created_at), Some(expires_at)) =
        (rows.text(0, "body"), time("created_at"), time("expires_at"))
    else {
        return Err(Problem::not_found("This review link does not work, or no longer: ask for a new one."));
    };
    Ok(Answer::object()
        .member("title", &rows.text(0, "title"))
        .member("author", &rows.text(0, "author"))
        .member("html", &markdown::to_safe_html(&body, |_| None))
        .member("created_at", &created_at)
        .member("expires_at", &expires_at)
        .into())
}
