//! State of a page's publication and of the check by an owner.

use crate::guest_passes::{GuestPass, SelectGuestPasses};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPublishingState, "src/publications/publishing_state.sql");

/// The check of a page against chain data.
#[derive(Schema, Serialize)]
pub struct Verification {
    /// True where the blocks are still those that were checked: the next change of them ends it.
    #[schema(example = true)]
    pub verified: bool,
    /// The time of the check.
    pub verified_at: Time,
    /// The owner who checked it.
    pub verified_by: NamedPerson,
    /// The version of the document that was checked.
    #[schema(example = 41)]
    pub document_version: i64,
}

/// The public copy of a page.
#[derive(Schema, Serialize)]
pub struct Publication {
    /// The address: `GET /public/published_pages/{slug}`. It stays the page's forever.
    #[schema(example = "liquidations-of-march")]
    pub slug: String,
    /// The title as it was published.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The name that the author chose to be published under.
    #[schema(example = "A. Researcher, Harbour University")]
    pub author: String,
    /// Version of the published copy, raised each time that the page is published again.
    #[schema(example = 1)]
    pub version: i64,
    /// The version of the document that is shown.
    #[schema(example = 41)]
    pub document_version: i64,
    /// True where the blocks are still those that were published.
    #[schema(example = true)]
    pub is_current: bool,
    /// The time at which it was last published.
    pub published_at: Time,
    /// The time since which nobody outside the space sees the page; null while it is public.
    pub withdrawn_at: Option<Time>,
}

/// The publication as the page's members see it.
pub struct PublishingState {
    pub verification: Option<Verification>,
    pub publication: Option<Publication>,
}

#[derive(Row)]
struct StateRow {
    document_version: i64,
    verified_at: Option<Time>,
    verified_document_version: Option<i64>,
    #[row(prefix = "verified_by_")]
    verified_by: NamedPerson,
    slug: Option<String>,
    title: Option<String>,
    author: Option<String>,
    version: Option<i64>,
    published_document_version: Option<i64>,
    published_at: Option<Time>,
    withdrawn_at: Option<Time>,
}

/// The state of the guard's page.
pub fn read() -> Result<PublishingState, Problem> {
    Ok(SelectPublishingState {}.one()?.map_or(PublishingState { verification: None, publication: None }, state))
}

/// The state of the guard's page, as the transaction sees it.
pub fn within(transaction: &Transaction) -> Result<PublishingState, Problem> {
    let row: Option<StateRow> = transaction.one(SelectPublishingState {})?;
    Ok(row.map_or(PublishingState { verification: None, publication: None }, state))
}

fn state(row: StateRow) -> PublishingState {
    let verification = row.verified_at.zip(row.verified_document_version).map(|(verified_at, version)| Verification {
        verified: version == row.document_version,
        verified_at,
        verified_by: row.verified_by,
        document_version: version,
    });
    let publication = row.slug.zip(row.published_at).map(|(slug, published_at)| Publication {
        slug,
        title: row.title.unwrap_or_default(),
        author: row.author.unwrap_or_default(),
        version: row.version.unwrap_or_default(),
        document_version: row.published_document_version.unwrap_or_default(),
        is_current: row.published_document_version == Some(row.document_version),
        published_at,
        withdrawn_at: row.withdrawn_at,
    });
    PublishingState { verification, publication }
}

/// The live guest passes of the guard's page, for those who may make them.
pub fn guest_passes(role: PageRole) -> Result<Vec<GuestPass>, Problem> {
    match role {
        PageRole::Owner => SelectGuestPasses { id: None, now: Time::now() }.all(),
        _ => Ok(Vec::new()),
    }
}
