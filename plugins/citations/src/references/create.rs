//! `POST /session/citations`.

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
