//! `PATCH /session/research/pages/{id}/publish`.

use crate::access::PagePath;
use crate::pages;
use crate::publications::frozen::Frozen;
use crate::publications::slug::{self, AskedSlug};
use crate::publications::state::{self, Publication};
use crate::publications::{self, AuthorName};
use crate::tree;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, UpsertPublishedPage, "src/publications/upsert_published_page.sql");

/// Choices of a publication. Each that is left out has a default, the whole body too.
#[derive(Schema, Deserialize, Default)]
pub struct NewPublication {
    /// The page's name in addresses. Left out, it stays the one that the page has; the first time it is made of the title. Earlier
    /// addresses lead to the page too.
    #[schema(optional)]
    slug: Option<AskedSlug>,
    /// The name to be published under. By default it is the name of the last time, and the first time the caller's own name.
    #[schema(optional)]
    author: Option<AuthorName>,
    /// The `document_version` that is meant; the present one by default.
    #[schema(optional, minimum = 0, example = 41)]
    document_version: Option<i64>,
}

/// Publish a page
///
/// Publishes the page as it is now, for anybody who has the address; later changes are seen when it is published again, which raises
/// `version`. The copy names nobody but `author`. With `document_version` a request that was meant for an older version is a 409 `conflict`
/// with `current_version`. Needs the role `owner`.
#[endpoint(
    patch = "/session/research/pages/{id}/publish", session, module = "research", guard = PageRole::Owner,
    guard_path(page_id = id),
    refuses(409, "conflict", "Somebody changed the page meanwhile: `current_version` is the newest."),
    refuses(422, "slug_taken", "The address is or was another page's."),
    refuses(422, "page_too_large", "As readers are shown it, the page is larger than an answer may be."),
    body = Publication
)]
pub fn publish_page(path: PagePath, body: Option<JsonBody<NewPublication>>) -> Result<Answer, Problem> {
    let new = body.map(|JsonBody(new)| new).unwrap_or_default();
    let transaction = Transaction::begin()?;
    publications::hold(&transaction)?;
    let page = pages::one(&transaction, path.id)?;
    publications::refuse_other_version(new.document_version, page.document_version)?;
    let had = state::within(&transaction)?.publication.map(|publication| publication.slug);
    let slug = slug::take_slug(&transaction, new.slug, had, &page.title, path.id)?;
    let frozen = Frozen::of(&transaction, &page)?;
    transaction.execute(UpsertPublishedPage {
        slug,
        title: frozen.title,
        author: new.author.map(|AuthorName(author)| author),
        blocks: frozen.blocks,
        citations: frozen.citations,
        files: frozen.files,
        document_version: frozen.document_version,
        verified_at: frozen.verified_at,
        now: Time::now(),
    })?;
    let publication = state::within(&transaction)?.publication.ok_or_else(|| pages::gone(path.id))?;
    let entry = AuditEntry::of("research_page.published", "research_page", &path.id);
    transaction.audit(entry.after(&json!({
        "space_id": page.space_id, "version": publication.version, "document_version": publication.document_version,
    })))?;
    tree::tell_members(&transaction, page.space_id, page.project.id)?;
    transaction.commit()?;
    Ok(Answer::json(&publication))
}
