//! `DELETE /session/organizations/{organization_id}/memberships/{id}`.

use crate::access::{MemberRole, ThingPath};
use crate::members;
use crate::webhooks::left;
use quarry_sdk::api_keys;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, DeleteMembership, "src/members/delete_membership.sql");

/// Remove a member, or leave
///
/// Owners and admins remove members, only owners remove owners; any member may leave. Keys that the person minted for the organization are
/// revoked; they see nothing of it within a second. Webhook endpoints that an owner or admin added keep working, and the owners and admins
/// who stay get an inbox entry about them.
#[endpoint(
    delete = "/session/organizations/{organization_id}/memberships/{id}", session, sudo, status = 204,
    guard = MemberRole::Member, changes_ranks,
    refuses(403, "forbidden", "For owners and admins; where an owner is concerned, for owners. Everybody may leave."),
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = ()
)]
pub fn delete_organization_membership(
    request: &Request,
    guarded: Guarded<MemberRole>,
    path: ThingPath,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let leaves = request.person().is_some_and(|person| person.user_id == path.id);
    // Nobody learns who belongs to it by being refused.
    if !leaves && guarded.rank() == MemberRole::Member {
        return Err(Problem::forbidden("This is for the owners and admins of the organization: ask one of them."));
    }
    let before = members::one(&transaction, path.id)?;
    if !leaves {
        members::may_change(Some(guarded.rank()), &[before.role])?;
    }
    members::refuse_last_owner(&transaction, &before)?;
    // While the person who leaves may still speak for it.
    api_keys::revoke_of_member(&transaction, guarded.tenant(), path.id)?;
    if before.role != MemberRole::Member {
        left::tell(&transaction, path.id)?;
    }
    transaction.execute(DeleteMembership { user_id: path.id })?;
    let entry = AuditEntry::of(if leaves { "member.left" } else { "member.removed" }, "member", &path.id);
    transaction.audit(entry.before(&json!({ "role": before.role })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
