//! `POST /session/account/two_factor/setup`.

use crate::two_factor::{NewAuthenticator, shown};
use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Begin to set up a second factor
///
/// Gives the secret for an authenticator (RFC 6238: SHA-1, six digits, 30 seconds). Nothing is asked for at the sign-in until a
/// code of it is given to `POST /session/account/two_factor`. Within the hour the same secret is shown again, so that a page may be
/// loaded anew; later, and after `DELETE /session/account/two_factor/replace`, there is another one.
#[endpoint(
    post = "/session/account/two_factor/setup", session, sudo, cache = no_store,
    refuses(409, "two_factor_on", "There is a second factor already: replace it."),
    body = NewAuthenticator
)]
pub fn set_up_two_factor() -> Result<Answer, Problem> {
    Ok(shown(account::set_up_two_factor()?))
}
