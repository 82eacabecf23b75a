//! `PATCH /session/admin/users/{id}/reset_two_factor`.

use crate::users::{self, Person, PersonPath};
use quarry_sdk::people;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct ResetTwoFactor {
    /// True when there was a second factor.
    pub was_on: bool,
    pub user: Person,
}

/// Remove a person's second factor
///
/// Removes the second factor of a person who has lost the authenticator and the recovery codes. Their sessions end, and a mail tells them.
#[endpoint(
    patch = "/session/admin/users/{id}/reset_two_factor", session = "users_manage", sudo, body = ResetTwoFactor,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn reset_user_two_factor(path: PersonPath) -> Result<Answer, Problem> {
    let was_on = people::reset_second_factor(path.id)?;
    Ok(Answer::json(&ResetTwoFactor { was_on, user: users::one(path.id)? }))
}
