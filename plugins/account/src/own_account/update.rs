//! `PATCH /session/account`.

use crate::own_account::{Profile, own_profile};
use quarry_sdk::account;
use quarry_sdk::prelude::*;

#[derive(Schema, Deserialize)]
pub struct ProfileChange {
    /// The person's new name, 1 to 200 characters.
    #[schema(single_line, min_length = 1, max_length = 200, example = "Sample Member")]
    pub name: String,
}

/// Change one's own profile
///
/// The name, which the person's own organization takes too as long as it still has the old one. The email stays what it is:
/// it is how the account is found when somebody signs in or is invited.
#[endpoint(patch = "/session/account", session, cache = no_store, body = Profile)]
pub fn change_account(JsonBody(change): JsonBody<ProfileChange>) -> Result<Answer, Problem> {
    account::rename(&change.name)?;
    Ok(Answer::json(&own_profile()?))
}
