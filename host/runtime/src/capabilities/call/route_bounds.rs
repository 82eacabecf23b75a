//! The bounds that a call's route sets to its statements.

use crate::capabilities::StatementFailure;
use quarry_contract::{Guarded, PageRequest, Problem};
use std::collections::HashSet;
use std::sync::Arc;

/// The page that was asked for, the guard's findings, and the statements that may run.
#[derive(Default)]
pub(in crate::capabilities) struct RouteBounds {
    pub(in crate::capabilities) page: Option<PageRequest>,
    /// The findings of the route's guard: in a transaction, as they stand there.
    pub(in crate::capabilities) guarded: Option<Arc<Guarded>>,
    /// Names; none where any statement of the component may run, in a job.
    pub(super) statements: Option<Arc<HashSet<String>>>,
    /// The refusal of the guard within a transaction, after it had let the request pass.
    pub(in crate::capabilities) refusal: Option<Problem>,
}

impl RouteBounds {
    /// Refuses a statement that the route does not name.
    pub(super) fn check_statement(&self, name: &str) -> Result<(), StatementFailure> {
        match &self.statements {
            Some(known) if !known.contains(name) => {
                Err(StatementFailure::Rejected(format!("the route does not say that it runs the statement {name}")))
            }
            _ => Ok(()),
        }
    }
}
