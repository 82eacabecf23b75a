//! `PATCH /session/organizations/{organization_id}/memberships/{id}`.

use crate::access::{MemberRole, ThingPath};
use crate::members::{self, Member};
use crate::webhooks::left;
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, UpdateRole, "src/members/update_role.sql");

/// The member's new role.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    pub role: MemberRole,
}

/// Change a member's role
///
/// Changes the member's role within a second. Owners and admins may, and staff with `orgs_manage`; only owners and staff make and unmake
/// owners. `id` is that of the organization's page. When the member may no longer manage the organization, those who do are told of the
/// webhook endpoints that the member added.
#[endpoint(
    patch = "/session/organizations/{organization_id}/memberships/{id}", session, sudo, guard = MemberRole::Admin,
    or_permission = "orgs_manage", changes_ranks,
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = Member
)]
pub fn update_organization_membership(
    guarded: Guarded<Option<MemberRole>>,
    path: ThingPath,
    JsonBody(new): JsonBody<NewRole>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = members::one(&transaction, path.id)?;
    members::may_change(guarded.rank(), &[before.role, new.role])?;
    if before.role != new.role {
        members::refuse_last_owner(&transaction, &before)?;
        if new.role == MemberRole::Member {
            left::tell(&transaction, path.id)?;
        }
        transaction.execute(UpdateRole { user_id: path.id, role: Choice::word(&new.role).to_owned() })?;
        let entry = AuditEntry::of("member.role_changed", "member", &path.id);
        transaction.audit(entry.before(&json!({ "role": before.role })).after(&json!({ "role": new.role })))?;
    }
    let after = members::one(&transaction, path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}
