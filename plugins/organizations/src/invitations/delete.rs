//! `DELETE /session/organizations/{organization_id}/invitations/{id}`.

use crate::access::{MemberRole, ThingPath};
use quarry_sdk::invitations;
use quarry_sdk::prelude::*;

/// Revoke an invitation
///
/// Revokes the invitation: its link opens nothing from then on. Owners and admins may.
#[endpoint(
    delete = "/session/organizations/{organization_id}/invitations/{id}", session, status = 204,
    guard = MemberRole::Admin, body = ()
)]
pub fn withdraw_organization_invitation(guarded: Guarded<MemberRole>, path: ThingPath) -> Result<Answer, Problem> {
    invitations::withdraw(guarded.tenant(), path.id)?;
    Ok(Answer::no_content())
}
