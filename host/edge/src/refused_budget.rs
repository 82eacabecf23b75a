//! The rate limits' part in a refusal: the budget that it tells, and the form that the documents want.

use crate::authenticate::bearer_token;
use crate::edge::Edge;
use crate::visit::Visit;
use quarry_contract::{Access, BudgetState, Problem, RateClass};

/// The budget of the known key that a refused request brought, in vain or for a path that does not exist. A public or session
/// operation asks for no key and tells nothing of one.
pub(super) async fn budget_of_refused(edge: &Edge, visit: &Visit<'_>) -> Option<BudgetState> {
    let is_keyed = visit.operation.as_ref().is_none_or(|found| matches!(found.route.access, Access::Key(_)));
    if !is_keyed || visit.is_session || visit.path.is_none() {
        return None;
    }
    let token = bearer_token(&visit.parts.headers).ok()?;
    let key = match edge.authenticator.authenticate(token, visit.client_ip).await {
        Ok(key) => key,
        Err(refusal) => refusal.known_key?,
    };
    edge.rate_limits.budget_state(&key).await
}

/// True for the refusal that the documents want as plain text: a 429 of the status class.
pub(super) fn wants_plain_text(visit: &Visit<'_>, problem: &Problem) -> bool {
    let class = visit.operation.as_ref().map(|operation| operation.route.rate_class);
    problem.status == 429 && class == Some(RateClass::PublicStatus)
}
