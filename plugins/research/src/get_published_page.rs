//! `GET /public/published_pages/{slug}`.

use crate::publications::kept::Kept;
use crate::publications::shown::{FrozenBlock, PublicCitation, PublicVerification, Shown};
use quarry_sdk::prelude::*;

statement!(
    app_store,
    SelectPublishedPage,
    "sql/published_page.sql",
    unguarded = "Anybody reads what an owner published."
);

/// The beginning of paths to files.
const PATH: &str = "/public/published_pages/";

#[derive(Parameters)]
pub struct PublishedPagePath {
    /// The page's slug.
    #[parameter(path, max_length = 200, example = "liquidations-of-the-sample")]
    slug: String,
}

/// A file of a published page.
#[derive(Schema, Serialize)]
pub struct PublishedFile {
    /// The upload that blocks name in `attrs.upload_id`.
    #[schema(example = 31)]
    pub upload_id: i64,
    /// A path below the base path, the same as long as the page is published. What it gives runs nothing in a browser.
    #[schema(example = "/public/published_pages/liquidations-of-the-sample/files/31")]
    pub path: String,
    /// The name under which it was sent.
    #[schema(example = "liquidations.png")]
    pub file_name: String,
    /// The type that its bytes were looked at for.
    #[schema(example = "image/png")]
    pub media_type: String,
    /// The size of the file.
    #[schema(example = 48_211)]
    pub size_bytes: i64,
}

/// A page as it was published.
#[derive(Schema, Serialize)]
pub struct PublishedPage {
    /// The page's name in addresses: the newest one, where the page has several.
    #[schema(example = "liquidations-of-the-sample")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Liquidations of January")]
    pub title: String,
    /// The name that the author chose to be published under; no one else of the space is named.
    #[schema(example = "Ada Researcher")]
    pub author: String,
    /// The page as it was published, safe to show as it is.
    #[schema(example = "<p>In January 128 accounts were liquidated.</p>")]
    pub html: String,
    /// The time at which it was last published.
    pub published_at: Time,
    /// Version of the published copy, raised each time that the page is published again.
    pub version: i64,
    /// Blocks of the page, in their order.
    pub blocks: Vec<FrozenBlock>,
    /// The figures that it cites, each in its present state.
    pub citations: Vec<PublicCitation>,
    /// The files that blocks of images and files show.
    pub files: Vec<PublishedFile>,
    pub verification: PublicVerification,
}

#[derive(Row)]
struct PublishedRow {
    slug: String,
    title: String,
    author: String,
    published_at: Time,
    version: i64,
    verified_at: Option<Time>,
    #[row(flatten)]
    kept: Kept,
}

/// A research page that its owners published
///
/// Shows the page as it was published, with its cited figures as they stand now. The answer is the same 404 for an address that no page
/// has, for a page that was withdrawn and for a page in the trash. Earlier addresses of a page lead to it as well.
#[endpoint(get = "/public/published_pages/{slug}", keyless, module = "research", body = PublishedPage)]
pub fn get_published_page(path: PublishedPagePath) -> Result<Answer, Problem> {
    let page: Option<PublishedRow> = SelectPublishedPage { slug: path.slug.clone() }.one()?;
    let page = page.ok_or_else(|| no_page(&path.slug))?;
    let Shown { html, blocks, citations, files } = page.kept.shown()?;
    let files = files.into_iter().map(|file| PublishedFile {
        path: format!("{PATH}{}/files/{}", page.slug, file.upload_id),
        upload_id: file.upload_id,
        file_name: file.file_name,
        media_type: file.media_type,
        size_bytes: file.size_bytes,
    });
    Ok(Answer::json(&PublishedPage {
        files: files.collect(),
        slug: page.slug,
        title: page.title,
        author: page.author,
        html,
        published_at: page.published_at,
        version: page.version,
        blocks,
        citations,
        verification: PublicVerification { verified: page.verified_at.is_some(), verified_at: page.verified_at },
    }))
}

/// The same whatever the reason.
pub fn no_page(slug: &str) -> Problem {
    Problem::not_found(format!("There is no published page \"{slug}\"."))
}
