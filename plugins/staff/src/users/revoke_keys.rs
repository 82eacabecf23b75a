//! `PATCH /session/admin/users/{id}/revoke_api_keys`.

use crate::users::{self, Person, PersonPath};
use quarry_sdk::people;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct RevokedUserKeys {
    /// The number of keys that still worked.
    #[schema(example = 3)]
    pub keys_revoked: u64,
    pub user: Person,
}

/// Revoke the keys of a person's organizations
///
/// Revokes every key of the organizations that the person owns, and those that the person minted elsewhere. They stop working on every host
/// within a second.
#[endpoint(
    patch = "/session/admin/users/{id}/revoke_api_keys", session = "users_manage", sudo, body = RevokedUserKeys,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn revoke_user_keys(path: PersonPath) -> Result<Answer, Problem> {
    let keys_revoked = people::revoke_keys(path.id)?.into();
    Ok(Answer::json(&RevokedUserKeys { keys_revoked, user: users::one(path.id)? }))
}
