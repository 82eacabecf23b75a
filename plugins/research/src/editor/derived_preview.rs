//! `POST /session/research/pages/{id}/derived_preview`.

use crate::access::PagePath;
use quarry_figures::cited::{CitationKind, CitedJson};
use quarry_figures::derivation::request::NewCitation;
use quarry_figures::references::{Reference, orientation};
use quarry_price_orientation::PriceOrientation;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// A figure as it would be cited now.
#[derive(Schema, Serialize)]
pub struct DerivedPreview {
    pub kind: CitationKind,
    /// The figure; of a series or a query `sha256:` over its canonical rows.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// The hash that its record would have, as long as the data stay as they are.
    pub hash: Hash,
    /// The orientation of its prices; null where it has none.
    #[schema(example = null)]
    pub orientation: Option<PriceOrientation>,
    /// Rows that it was derived of; null of a transaction's field.
    #[schema(example = 128)]
    pub row_count: Option<u64>,
    /// Time of the newest data that it took in.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18_944_480)]
    pub as_of_block: Option<u64>,
    /// The content that would be hashed.
    pub cited: CitedJson,
}

/// Derive a figure without citing it
///
/// Takes what `POST /session/citations` takes, and writes nothing. Any member of the page's space may.
#[endpoint(
    post = "/session/research/pages/{id}/derived_preview", session, acting = writes, module = "research",
    guard = PageRole::Viewer, guard_path(page_id = id), max_body_bytes = 131_072,
    refuses(422, "nothing_to_cite", "No row, or no field with a value, is there."),
    refuses(422, "too_many_rows", "More rows match than can be read at once: narrow the filters."),
    refuses(422, "figure_too_large", "The numbers are too large to be computed exactly: narrow the filters."),
    body = DerivedPreview
)]
pub fn preview_derived_value(_path: PagePath, JsonBody(new): JsonBody<NewCitation>) -> Result<Answer, Problem> {
    let Reference { kind, figure, .. } = Reference::derive(new)?;
    let is_field = kind == CitationKind::TransactionField;
    Ok(Answer::json(&DerivedPreview {
        kind,
        value: figure.cited.value.clone(),
        hash: figure.hash,
        orientation: orientation(kind, figure.cited.dataset.as_deref()),
        row_count: (!is_field).then_some(figure.derived.rows),
        as_of: figure.derived.as_of,
        as_of_block: figure.cited.as_of_block,
        cited: CitedJson(figure.cited.json()),
    }))
}
