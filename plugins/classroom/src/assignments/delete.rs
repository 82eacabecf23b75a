//! `DELETE /session/classroom/{join_code}`.

use crate::pinning::remove_bytes;
use quarry_sdk::prelude::*;

statement!(app_store, DeleteAssignment, "src/assignments/delete_assignment.sql");

/// An assignment of an organization that the caller administers.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/assignments/own_assignment.sql", tenant = "organization")]
#[guard(absent(404, "not_found", "No organization that you administer has an assignment `{path.join_code}`."))]
pub struct OwnAssignment;

#[derive(Parameters)]
pub struct OwnAssignmentPath {
    /// The join code as `GET /session/classroom` shows it.
    #[parameter(path, max_length = 64, example = "7K2M-Q4TX-9BNE-W3HD")]
    pub join_code: String,
}

/// Remove an assignment
///
/// Deletes the assignment: its code opens nothing any more, its bytes go, and its organization has their room again. Owners and admins of
/// its organization may.
#[endpoint(
    delete = "/session/classroom/{join_code}", session, module = "data_downloads", status = 204, guard = OwnAssignment, body = ()
)]
pub fn delete_assignment(own: Guarded<OwnAssignment>, path: OwnAssignmentPath) -> Result<Answer, Problem> {
    let id = own.integer("assignment_id").unwrap_or_default();
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteAssignment {})?;
    transaction.audit(AuditEntry::of("classroom.removed", "assignment", &id))?;
    transaction.commit()?;
    remove_bytes(&path.join_code);
    Ok(Answer::no_content())
}
