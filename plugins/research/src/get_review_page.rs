//! `GET /public/review/{token}`.

use quarry_sdk::markdown;
use quarry_sdk::prelude::*;
use sha2::{Digest, Sha256};
use std::time::{SystemTime, UNIX_EPOCH};

statement!(app_store, SelectReviewPage, "sql/review_page.sql");

#[derive(Parameters)]
pub struct ReviewPath {
    /// The token of the review link.
    #[parameter(path, max_length = 200, example = "rv_8Jc1XqYb0m5T")]
    token: String,
}

#[derive(Schema)]
pub struct ReviewPage {
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
    statements = [SelectReviewPage],
)]
pub fn get_review_page(_request: &Request, path: ReviewPath) -> Result<Answer, Problem> {
    let token_digest = Sha256::digest(path.token.as_bytes()).to_vec();
    let rows = SelectReviewPage { token_digest, now: now() }.query()?;
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

#[expect(clippy::disallowed_methods, reason = "whether a link still works depends on the clock")]
fn now() -> Time {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time { microseconds: i64::try_from(elapsed.as_micros()).unwrap_or_default() }
}
