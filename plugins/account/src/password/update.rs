//! `PATCH /session/account/password`.

use quarry_sdk::account;
use quarry_sdk::prelude::*;

const NOTICE: &str = "The password was changed, and your other sessions have ended.";

#[derive(Schema, Deserialize)]
pub struct NewPassword {
    /// 12 to 256 characters that are not easily guessed.
    pub password: Secret,
}

#[derive(Schema, Serialize)]
pub struct ChangedPassword {
    /// A sentence that says what was done.
    #[schema(example = "The password was changed, and your other sessions have ended.")]
    pub notice: String,
}

/// Change one's own password
///
/// The person's other sessions end, a recovery that was mailed is worth nothing, and an email tells the person. People who
/// sign in by a provider give their account its first password by it.
#[endpoint(patch = "/session/account/password", session, sudo, cache = no_store, body = ChangedPassword)]
pub fn change_password(JsonBody(new): JsonBody<NewPassword>) -> Result<Answer, Problem> {
    account::change_password(&new.password)?;
    Ok(Answer::json(&ChangedPassword { notice: NOTICE.to_owned() }))
}
