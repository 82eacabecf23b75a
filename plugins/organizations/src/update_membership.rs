//! `PATCH /session/organizations/{organization_id}/memberships/{id}`.

use crate::access::{Rank, ThingPath};
use crate::member_changes::{Changer, member, refuse_last_owner};
use crate::page::Member;
use crate::words::MemberRole;
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, UpdateRole, "sql/update_role.sql");

/// What the member is to be.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    pub role: MemberRole,
}

/// Change a member's role
///
/// For owners and admins, and for staff with `orgs_manage`; owners are made and unmade by owners and staff alone. `id` is that
/// of the organization's page. It is felt within a second.
#[endpoint(
    patch = "/session/organizations/{organization_id}/memberships/{id}",
    session,
    sudo,
    refuses(403, "forbidden", "For owners and admins; where an owner is concerned, for owners."),
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = Member
)]
pub fn update_organization_membership(
    request: &Request,
    path: ThingPath,
    JsonBody(new): JsonBody<NewRole>,
) -> Result<Answer, Problem> {
    let ThingPath { organization_id, id: user_id } = path;
    let transaction = Transaction::begin()?;
    let changer = Changer::begin(request, &transaction, organization_id)?;
    // Nobody learns who belongs to it by being refused.
    changer.may_change(&[])?;
    let before = member(&transaction, organization_id, user_id)?;
    let (old_rank, new_rank) = (Rank::of(&before.role.0), Rank::of(&new.role.0));
    changer.may_change(&[old_rank, new_rank])?;
    if old_rank != new_rank {
        refuse_last_owner(&transaction, organization_id, old_rank)?;
        transaction.execute(UpdateRole { organization_id, user_id, role: new.role.0.clone() })?;
        let entry = AuditEntry::of("member.role_changed", "member", &user_id).of_organization(organization_id);
        transaction.audit(entry.before(&json!({ "role": before.role })).after(&json!({ "role": new.role })))?;
    }
    let after = member(&transaction, organization_id, user_id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}
