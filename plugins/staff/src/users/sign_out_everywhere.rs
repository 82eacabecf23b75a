//! `PATCH /session/admin/users/{id}/sign_out_everywhere`.

use crate::users::{self, Person, PersonPath};
use quarry_sdk::people;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct SignedOutUser {
    /// The number of sessions that ended.
    #[schema(example = 2)]
    pub sessions_ended: u64,
    pub user: Person,
}

/// End every session of a person
///
/// Ends the person's sessions on every host within a second. They may sign in again.
#[endpoint(
    patch = "/session/admin/users/{id}/sign_out_everywhere", session = "users_manage", body = SignedOutUser,
    refuses(422, "own_account", "It is your own account: DELETE /session/account/sessions is for that.")
)]
pub fn sign_out_user(path: PersonPath) -> Result<Answer, Problem> {
    let sessions_ended = people::sign_out_everywhere(path.id)?.into();
    Ok(Answer::json(&SignedOutUser { sessions_ended, user: users::one(path.id)? }))
}
