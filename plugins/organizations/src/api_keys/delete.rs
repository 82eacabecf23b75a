//! `DELETE /session/organizations/{organization_id}/api_keys/{id}`.

use crate::access::{MemberRole, ThingPath};
use quarry_sdk::api_keys;
use quarry_sdk::prelude::*;

/// Revoke an API key
///
/// Revokes the key: it opens nothing from then on, on any host within a second. Revoking it again changes nothing. Owners and admins may.
#[endpoint(
    delete = "/session/organizations/{organization_id}/api_keys/{id}", session, sudo, status = 204,
    guard = MemberRole::Admin, body = ()
)]
pub fn revoke_organization_api_key(guarded: Guarded<MemberRole>, path: ThingPath) -> Result<Answer, Problem> {
    api_keys::revoke(guarded.tenant(), path.id)?;
    Ok(Answer::no_content())
}
