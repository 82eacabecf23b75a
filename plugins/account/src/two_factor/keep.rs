//! `DELETE /session/account/two_factor/replace`.

use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Cancel the set-up of a second factor
///
/// The authenticator that waits for its first code is forgotten; the one in force, if there is one, is kept.
#[endpoint(
    delete = "/session/account/two_factor/replace", session, sudo, cache = no_store, status = 204,
    refuses(409, "no_setup", "No authenticator waits for its first code.")
)]
pub fn keep_two_factor() -> Result<Answer, Problem> {
    account::keep_two_factor()?;
    Ok(Answer::no_content())
}
