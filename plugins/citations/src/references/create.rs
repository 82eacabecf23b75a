//! `POST /session/citations` and `POST /citations`.

use quarry_figures::derivation::request::NewCitation;
use quarry_figures::references::{self, SpaceCitation};
use quarry_sdk::prelude::*;
use quarry_space_access::ChosenSpaceRole;

/// Cite a figure in a space
///
/// A field of a transaction, or a price series, a dataset query or a computed figure. For owners and editors of the space, which is
/// the active one where the body names none. 201 the first time; the same again is the same citation, 200.
#[endpoint(
    post = "/session/citations", session, module = "research", statuses = [200, 201], guard = ChosenSpaceRole::Editor,
    max_body_bytes = 131_072,
    refuses(422, "nothing_final", "No block of the chain that its filter names is final yet: `chain`."),
    refuses(422, "nothing_to_cite", "No row, or no field with a value, is there."),
    refuses(422, "too_many_rows", "More rows match than can be read at once: narrow the filters."),
    refuses(422, "figure_too_large", "The numbers are too large to be computed exactly: narrow the filters."),
    refuses(422, "too_many_citations", "A space has at most 10,000 citations."),
    body = SpaceCitation
)]
pub fn create_citation(JsonBody(new): JsonBody<NewCitation>) -> Result<Answer, Problem> {
    references::cite(new)
}

/// Cite a price series, a dataset query or a computed figure
///
/// Cites a figure, or a field of a transaction, as the member who minted the key. The citation lands in the space that the body names, of
/// those in which the member is an owner or editor; where it names none, in the member's active one. The answer is 201 the first time; the
/// same request again is the same citation, 200.
#[endpoint(
    repeats = create_citation, post = "/citations", key = "research:write",
    tool(
        name = "get_canonical_series",
        description = "Cites the bars of one pool: the hash of the series, and the token that stands for it in a page.",
        arguments = [
            "pool" = "body.pool", "period" = "body.period", "columns" = "body.columns", "chain" = "body.chain", "date_from" = "body.date_from", "date_to" = "body.date_to", "label" = "body.label", "space_id" = "body.space_id"
        ],
        fixed = ["kind" = "\"price_series\""]
    ),
    tool(
        name = "cite_query",
        description = "Cites a query of a dataset or a figure computed of one, and gives the token that stands for it in a page.",
        arguments = [
            "kind" = "body.kind", "dataset" = "body.dataset", "aggregate" = "body.aggregate", "column" = "body.column", "columns" = "body.columns", "period" = "body.period", "filters" = "body.filters", "date_from" = "body.date_from", "date_to" = "body.date_to", "chain" = "body.chain", "label" = "body.label", "space_id" = "body.space_id"
        ]
    )
)]
pub struct create_citation_by_key;
