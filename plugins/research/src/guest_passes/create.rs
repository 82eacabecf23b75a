//! `POST /session/research/pages/{id}/guest_passes`.

use crate::access::PagePath;
use crate::guest_passes::{GuestPass, MOST_OF_A_PAGE, SelectGuestPasses};
use crate::pages;
use crate::publications::frozen::Frozen;
use crate::publications::{self, AuthorName};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, CountGuestPasses, "src/guest_passes/guest_pass_count.sql");
statement!(app_store, InsertGuestPass, "src/guest_passes/insert_guest_pass.sql");
statement!(app_store, InsertReviewLink, "src/guest_passes/insert_review_link.sql");

/// The beginning of the tokens.
const TOKEN_PREFIX: &str = "rv_";
/// Days for which a pass works where nothing is said.
const DAYS: i64 = 14;

/// Choices of a guest pass. Each that is left out has a default, the whole body too.
#[derive(Schema, Deserialize, Default)]
pub struct NewGuestPass {
    /// Days for which it works; 14 by default.
    #[schema(optional, minimum = 1, maximum = 90, example = 14)]
    days: Option<i64>,
    /// The name that the reader sees; the caller's own by default.
    #[schema(optional)]
    author: Option<AuthorName>,
}

/// A new pass with its token.
#[derive(Schema)]
pub struct GuestPassWithToken {
    /// The pass as the page's owners see it.
    pub guest_pass: GuestPass,
    /// The token by which `GET /public/review/{token}` opens the page. It is shown this once.
    #[schema(example = "rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ")]
    pub token: ShownSecret,
}

/// Share a page with one reader from outside
///
/// Makes a link by which a reader without an account sees the page as it is now, whatever is changed later, and nothing else. The pass
/// works for 14 days or as many as are asked for (1 to 90), and its views are counted. While the page lies in the trash the link opens
/// nothing. Needs the role `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/guest_passes", session, module = "research", status = 201,
    guard = PageRole::Owner, guard_path(page_id = id),
    refuses(422, "too_many_guest_passes", "A page has at most 20 passes that work: revoke one."),
    refuses(422, "page_too_large", "As readers are shown it, the page is larger than an answer may be."),
    body = GuestPassWithToken
)]
pub fn create_guest_pass(path: PagePath, body: Option<JsonBody<NewGuestPass>>) -> Result<Answer, Problem> {
    let new = body.map(|JsonBody(new)| new).unwrap_or_default();
    let token = Secret::mint(TOKEN_PREFIX)?;
    let token_fingerprint = token.fingerprint()?;
    let now = Time::now();
    let days = new.days.unwrap_or(DAYS);
    let expires_at = now.minus_days(-days);
    let transaction = Transaction::begin()?;
    publications::hold(&transaction)?;
    let live = transaction.query(CountGuestPasses { now })?.integer(0, "passes").unwrap_or_default();
    if live >= MOST_OF_A_PAGE {
        let sentence = format!("The page has {live} passes that work, and {MOST_OF_A_PAGE} are the most: revoke one.");
        return Err(Problem::new(422, "too_many_guest_passes", sentence).with("limit", MOST_OF_A_PAGE));
    }
    let page = pages::one(&transaction, path.id)?;
    let frozen = Frozen::of(&transaction, &page)?;
    let document_version = frozen.document_version;
    let id = transaction.insert(InsertGuestPass { document_version, now, expires_at })?;
    transaction.execute(InsertReviewLink {
        token_fingerprint,
        title: frozen.title,
        author: new.author.map(|AuthorName(author)| author),
        blocks: frozen.blocks,
        citations: frozen.citations,
        files: frozen.files,
        verified_at: frozen.verified_at,
        guest_pass_id: id,
        now,
        expires_at,
    })?;
    let guest_pass: Option<GuestPass> = transaction.one(SelectGuestPasses { id: Some(id), now })?;
    let guest_pass = guest_pass.ok_or_else(|| pages::gone(path.id))?;
    let entry = AuditEntry::of("guest_pass.made", "guest_pass", &id);
    transaction.audit(entry.after(&json!({
        "space_id": page.space_id, "page_id": path.id, "document_version": document_version, "days": days,
    })))?;
    transaction.commit()?;
    Ok(Answer::from(Answer::object().member("guest_pass", &guest_pass).secret("token", token)).with_status(201))
}
