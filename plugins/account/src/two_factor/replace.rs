//! `POST /session/account/two_factor/replace`.

use crate::two_factor::{NewAuthenticator, shown};
use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Begin to replace the second factor
///
/// Gives the secret for another authenticator, the same one within the hour. The one in force stays so until a code of the new one is given to
/// `POST /session/account/two_factor`, or for good after `DELETE /session/account/two_factor/replace`.
#[endpoint(
    post = "/session/account/two_factor/replace", session, sudo, cache = no_store,
    refuses(409, "two_factor_off", "There is no second factor: set one up."),
    body = NewAuthenticator
)]
pub fn replace_two_factor() -> Result<Answer, Problem> {
    Ok(shown(account::replace_two_factor()?))
}
