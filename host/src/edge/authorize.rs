//! Stage: authorize. What the caller's key may do, against what the route asks.

use crate::contract::{Access, Caller, Problem, Route};

pub(super) fn authorize(route: &Route, caller: &Caller) -> Result<(), Problem> {
    let Access::Key(scope) = &route.access else { return Ok(()) };
    match caller {
        Caller::Key(key) if key.scopes.contains(scope) => Ok(()),
        _ => Err(Problem::new(
            403,
            "missing_scope",
            format!("This operation needs a key with the scope \"{0}\": use or mint one that has it.", scope.name()),
        )
        .with("scope", scope.name())),
    }
}
