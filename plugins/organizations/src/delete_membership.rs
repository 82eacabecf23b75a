//! `DELETE /session/organizations/{organization_id}/memberships/{id}`.

use crate::access::{Rank, Standing, ThingPath, refuse_acting};
use crate::member_changes::{Changer, LockOrganization, member, refuse_last_owner};
use quarry_sdk::api_keys;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, DeleteMembership, "sql/delete_membership.sql");

/// Remove a member, or leave
///
/// Owners and admins remove members, owners alone owners; everybody may leave. What the person minted for the organization is
/// revoked; they see nothing of it within a second.
#[endpoint(
    delete = "/session/organizations/{organization_id}/memberships/{id}",
    session,
    sudo,
    status = 204,
    refuses(403, "forbidden", "For owners and admins; where an owner is concerned, for owners. Everybody may leave."),
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = ()
)]
pub fn delete_organization_membership(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    let ThingPath { organization_id, id: user_id } = path;
    refuse_acting(request)?;
    let transaction = Transaction::begin()?;
    transaction.execute(LockOrganization { organization_id })?;
    let changer = Changer::Member(Standing::of_member_in(&transaction, organization_id)?.rank);
    let leaves = request.person().is_some_and(|person| person.user_id == user_id);
    if !leaves {
        changer.may_change(&[])?;
    }
    let before = member(&transaction, organization_id, user_id)?;
    let rank = Rank::of(&before.role.0);
    if !leaves {
        changer.may_change(&[rank])?;
    }
    refuse_last_owner(&transaction, organization_id, rank)?;
    // While the person who leaves may still speak for it.
    api_keys::revoke_of_member(&transaction, organization_id, user_id)?;
    transaction.execute(DeleteMembership { organization_id, user_id })?;
    let action = if leaves { "member.left" } else { "member.removed" };
    let entry = AuditEntry::of(action, "member", &user_id).of_organization(organization_id);
    transaction.audit(entry.before(&json!({ "role": before.role })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
