//! `GET /session/citations/transactions/{hash}`.

use quarry_figures::transactions::citable::{self, CitableFields};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct CitableQuery {
    /// The transaction's hash.
    #[parameter(path, example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f")]
    hash: Hash,
    /// The transaction's chain, slug or id; needed when several chains have it.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Logs from this index in the block on: the `next_log` of an answer before.
    #[parameter(minimum = 0, example = "0")]
    log_from: Option<i64>,
}

/// Fields of a transaction that can be cited
///
/// Lists the fields of the transaction, and the arguments of its logs whose events are known, each by the name that `POST
/// /session/citations` takes as `field`.
#[endpoint(get = "/session/citations/transactions/{hash}", session, module = "research", body = CitableFields)]
pub fn get_citable_fields(query: CitableQuery) -> Result<Answer, Problem> {
    Ok(Answer::json(&citable::citable_fields(query.hash, query.chain, query.log_from)?))
}
