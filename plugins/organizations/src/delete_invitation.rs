//! `DELETE /session/organizations/{organization_id}/invitations/{id}`.

use crate::access::{Standing, ThingPath};
use quarry_sdk::invitations;
use quarry_sdk::prelude::*;

/// Withdraw an invitation
///
/// Its link is worth nothing from then on. For owners and admins.
#[endpoint(
    delete = "/session/organizations/{organization_id}/invitations/{id}",
    session,
    status = 204,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = ()
)]
pub fn withdraw_organization_invitation(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    Standing::to_change(request, path.organization_id)?;
    invitations::withdraw(path.organization_id, path.id)?;
    Ok(Answer::no_content())
}
