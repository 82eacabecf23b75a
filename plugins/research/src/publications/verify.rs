//! `PATCH /session/research/pages/{id}/verify`.

use crate::access::PagePath;
use crate::pages::{self, Page};
use crate::publications::state;
use crate::{publications, tree};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, VerifyPage, "src/publications/verify_page.sql");
statement!(app_store, TakeVerificationBack, "src/publications/take_verification_back.sql");
statement!(app_store, VerifyPublished, "src/publications/verify_published.sql");
statement!(app_store, VerifyShared, "src/publications/verify_shared.sql");

/// The claim of an owner. Without a body the page is verified as it stands.
#[derive(Schema, Deserialize)]
pub struct VerificationClaim {
    /// False takes the claim back.
    #[schema(optional, example = true)]
    verified: Option<bool>,
    /// The `document_version` that was checked; the present one by default.
    #[schema(optional, minimum = 0, example = 41)]
    document_version: Option<i64>,
}

/// Claim that a page was checked against chain data
///
/// Records, or withdraws, an owner's claim to have checked the page. The claim holds for the document's present version and lapses with the
/// next change of its blocks; a new title leaves it. A page that is verified already keeps who checked it and when. With `document_version`
/// a claim about an older version is a 409 `conflict` with `current_version`. Where that version is published or shared, its readers see
/// the claim too, without a name. A claim that is withdrawn is withdrawn from every copy, whichever version the copy is of. Needs the role
/// `owner`.
#[endpoint(
    patch = "/session/research/pages/{id}/verify", session, module = "research", guard = PageRole::Owner,
    guard_path(page_id = id),
    refuses(409, "conflict", "Somebody changed the page meanwhile: `current_version` is the newest."),
    body = Page
)]
pub fn verify_page(path: PagePath, body: Option<JsonBody<VerificationClaim>>) -> Result<Answer, Problem> {
    let claim = body.map(|JsonBody(claim)| claim);
    let verified = claim.as_ref().and_then(|claim| claim.verified).unwrap_or(true);
    let transaction = Transaction::begin()?;
    publications::hold(&transaction)?;
    let before = pages::one(&transaction, path.id)?;
    publications::refuse_other_version(claim.and_then(|claim| claim.document_version), before.document_version)?;
    if verified == before.verified && (verified || before.verified_at.is_none()) {
        return Ok(Answer::json(&before));
    }
    let now = Time::now();
    // A claim that has lapsed is of an earlier version.
    let claimed = state::within(&transaction)?.verification.map(|verification| verification.document_version);
    let document_version = claimed.filter(|_| !verified).unwrap_or(before.document_version);
    match verified {
        true => transaction.execute(VerifyPage { now })?,
        false => transaction.execute(TakeVerificationBack {})?,
    };
    let (verified_at, of_version) = (verified.then_some(now), verified.then_some(document_version));
    transaction.execute(VerifyPublished { verified_at, document_version: of_version })?;
    transaction.execute(VerifyShared { verified_at, document_version: of_version })?;
    let after = pages::one(&transaction, path.id)?;
    let action = if verified { "research_page.verified" } else { "research_page.verification_taken_back" };
    let entry = AuditEntry::of(action, "research_page", &path.id);
    transaction.audit(entry.after(&json!({ "space_id": after.space_id, "document_version": document_version })))?;
    tree::tell_members(&transaction, after.space_id, after.project.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}
