//! `POST /session/research/pages/{id}/cite`.

use crate::access::PagePath;
use quarry_figures::derivation::request::{NewCitation, TransactionHash};
use quarry_figures::references::{self, SpaceCitation};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// One field of a transaction or of one of its logs.
#[derive(Schema, Deserialize)]
pub struct NewFieldCitation {
    /// Hash of the transaction.
    transaction_hash: TransactionHash,
    /// Slug of the chain, or its id; needed when several chains have the transaction.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
    /// The field, as `citable_fields` names it.
    #[schema(min_length = 1, max_length = 200, example = "logs.3.args.amount")]
    field: String,
    /// The space's name for it. It is not hashed.
    #[schema(optional, single_line, min_length = 1, max_length = 200, example = "Collateral of the first liquidation")]
    label: Option<String>,
}

/// Cite a field of a transaction in the page's space
///
/// Needs the role `editor` or `owner`. The answer is 201 the first time; the same request again is the same citation, 200, and its hash is
/// that of `POST /session/citations`.
#[endpoint(
    post = "/session/research/pages/{id}/cite", session, module = "research", statuses = [200, 201], guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(422, "nothing_to_cite", "The transaction has no such field with a value."),
    refuses(422, "too_many_citations", "A space has at most 10,000 citations."),
    body = SpaceCitation
)]
pub fn cite_field(_path: PagePath, JsonBody(new): JsonBody<NewFieldCitation>) -> Result<Answer, Problem> {
    references::cite(NewCitation::of_field(new.transaction_hash, new.chain, new.field, new.label))
}
