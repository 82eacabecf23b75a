//! `GET /session/research/pages/{id}/citable_fields`.

use quarry_figures::transactions::citable::{self, CitableFields};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct CitableQuery {
    /// Id of the page in which the field is to be cited.
    #[parameter(path, minimum = 1, example = "12")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// The transaction's hash.
    #[parameter(example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f")]
    tx_hash: Hash,
    /// The transaction's chain, slug or id; needed when several chains have it.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Logs from this index in the block on: the `next_log` of an answer before.
    #[parameter(minimum = 0, example = "0")]
    log_from: Option<i64>,
}

/// Fields of a transaction that the page can cite
///
/// Lists what `GET /session/citations/transactions/{hash}` lists, for any member of the page's space.
#[endpoint(
    get = "/session/research/pages/{id}/citable_fields", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), refuses(404, "not_found", "No transaction of that hash is known."), body = CitableFields
)]
pub fn list_citable_fields(query: CitableQuery) -> Result<Answer, Problem> {
    Ok(Answer::json(&citable::citable_fields(query.tx_hash, query.chain, query.log_from)?))
}
