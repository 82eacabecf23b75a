//! `GET /session/citations`.

use quarry_figures::references::SpaceCitation;
use quarry_sdk::prelude::*;

statement!(app_store, SelectReferences, "src/references/references.sql");

#[derive(Schema)]
pub struct SpaceCitations {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Citations, the newest first.
    pub citations: Vec<SpaceCitation>,
}

/// Citations of the active space
///
/// Lists the citations of the active space. Any member can read them.
#[endpoint(get = "/session/citations", session, module = "research", paged, body = SpaceCitations)]
pub fn list_citations(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectReferences {}.query()?;
    let mut citations: Vec<SpaceCitation> = rows.read()?;
    citations.truncate(request.page_size());
    let citations: Vec<SpaceCitation> = citations.into_iter().map(SpaceCitation::with_token).collect();
    Ok(Answer::object().own_page("citations", rows, &citations).into())
}
