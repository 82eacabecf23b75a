//! `GET /public/review/{token}`.

use crate::publications::kept::{FrozenFile, Kept};
use crate::publications::shown::{FrozenBlock, PublicCitation, PublicVerification, Shown};
use crate::uploads::link::{self, FileLink};
use quarry_sdk::prelude::*;

statement!(
    app_store,
    SelectReviewPage,
    "sql/review_page.sql",
    unguarded = "The token is the capability: who holds it reads the one page that it was made for."
);
statement!(
    app_store,
    SelectReviewFiles,
    "sql/review_files.sql",
    unguarded = "They are files of the page that the holder of the token reads."
);
statement!(app_store, CountReviewView, "sql/count_review_view.sql", unguarded = "The pass was found by its token.");

/// Seconds within which a reader who asks again is seen once.
const VIEW_SECONDS: i64 = 10;

#[derive(Parameters)]
pub struct ReviewPath {
    /// The token of the review link.
    #[parameter(path, example = "rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ")]
    token: TokenFingerprint,
}

/// A page as it was when it was shared.
#[derive(Schema, Serialize)]
pub struct ReviewPage {
    /// The name or title that people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// The person who shares it, by the name that they chose for it.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was shared, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    pub html: String,
    /// The time at which the link was made.
    pub created_at: Time,
    /// The time at which the link stops working.
    pub expires_at: Time,
    /// Blocks of the page, in their order.
    pub blocks: Vec<FrozenBlock>,
    /// The figures that it cites, each in its present state.
    pub citations: Vec<PublicCitation>,
    /// The files that blocks of images and files show, each with a link that works for an hour, and no longer than this one.
    pub files: Vec<FileLink>,
    pub verification: PublicVerification,
}

#[derive(Row)]
struct ReviewRow {
    title: String,
    author: String,
    created_at: Time,
    expires_at: Time,
    verified_at: Option<Time>,
    /// Null of a link that was made before there was a workspace.
    guest_pass_id: Option<i64>,
    #[row(flatten)]
    kept: Kept,
}

/// One unpublished page, for the outside reviewer who holds its link
///
/// Shows the page as it was when it was shared, with its cited figures as they stand now. The answer is the same 404 for a token that is
/// unknown, over or revoked, and for a page in the trash. The answer is never cached. Each view is counted; requests for it within ten
/// seconds are one view.
#[endpoint(
    get = "/public/review/{token}", keyless, module = "research", cache = no_store,
    writes = "The member who made a review link sees how often, and when last, its page was looked at.",
    body = ReviewPage
)]
pub fn get_review_page(path: ReviewPath) -> Result<Answer, Problem> {
    let now = Time::now();
    let page: Option<ReviewRow> = SelectReviewPage { token_fingerprint: path.token.0, now }.one()?;
    let gone = || Problem::not_found("This review link does not work, or no longer: ask for a new one.");
    let page = page.ok_or_else(gone)?;
    let Shown { html, blocks, citations, files } = page.kept.shown()?;
    let files = page.guest_pass_id.map_or(Ok(Vec::new()), |pass_id| links(pass_id, &files, page.expires_at))?;
    if let Some(pass_id) = page.guest_pass_id {
        let transaction = Transaction::begin()?;
        transaction.execute(CountReviewView { pass_id, now, seen_since: now.minus_seconds(VIEW_SECONDS) })?;
        transaction.commit()?;
    }
    Ok(Answer::json(&ReviewPage {
        title: page.title,
        author: page.author,
        html,
        created_at: page.created_at,
        expires_at: page.expires_at,
        blocks,
        citations,
        files,
        verification: PublicVerification { verified: page.verified_at.is_some(), verified_at: page.verified_at },
    }))
}

/// Links to the files that the copy shows.
fn links(pass_id: i64, files: &[FrozenFile], pass_ends_at: Time) -> Result<Vec<FileLink>, Problem> {
    let upload_ids: Vec<i64> = files.iter().map(|file| file.upload_id).collect();
    if upload_ids.is_empty() {
        return Ok(Vec::new());
    }
    link::signed(SelectReviewFiles { pass_id, upload_ids }.all()?, Some(pass_ends_at))
}
