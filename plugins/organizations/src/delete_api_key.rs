//! `DELETE /session/organizations/{organization_id}/api_keys/{id}`.

use crate::access::{Standing, ThingPath};
use quarry_sdk::api_keys;
use quarry_sdk::prelude::*;

/// Revoke a key
///
/// It opens nothing from then on, on any host within a second. Revoking it again changes nothing. For owners and admins.
#[endpoint(
    delete = "/session/organizations/{organization_id}/api_keys/{id}",
    session,
    sudo,
    status = 204,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = ()
)]
pub fn revoke_organization_api_key(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    Standing::to_change(request, path.organization_id)?;
    api_keys::revoke(path.organization_id, path.id)?;
    Ok(Answer::no_content())
}
