//! `DELETE /session/spaces/{space_id}/memberships/{id}`.

use crate::access::ThingPath;
use crate::members::{self, DeleteMembership};
use crate::space::tell_members;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

/// Remove a member
///
/// Removes the member. What the member wrote stays; the member sees nothing of the space from the next request on. Needs the role `owner`.
#[endpoint(
    delete = "/session/spaces/{space_id}/memberships/{id}", session, status = 204, guard = SpaceRole::Owner,
    changes_ranks, refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = ()
)]
pub fn remove_space_member(path: ThingPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = members::one(&transaction, path.id)?;
    members::refuse_last_owner(&transaction, &before)?;
    // The person who goes is still a member here, so that they are told too.
    tell_members(&transaction, path.space_id)?;
    transaction.execute(DeleteMembership { user_id: before.user_id })?;
    let entry = AuditEntry::of("space_member.removed", "space", &path.space_id);
    transaction.audit(entry.before(&json!({ "user_id": before.user_id, "role": before.role })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
