//! `POST /session/account/two_factor/recovery_codes`.

use crate::two_factor::{RecoveryCodes, shown_codes};
use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Make new recovery codes
///
/// Ten, in place of those before, which are worth nothing from then on; an email tells the person.
#[endpoint(
    post = "/session/account/two_factor/recovery_codes", session, sudo, cache = no_store,
    refuses(409, "two_factor_off", "There is no second factor."),
    body = RecoveryCodes
)]
pub fn renew_recovery_codes() -> Result<Answer, Problem> {
    Ok(shown_codes(account::renew_recovery_codes()?))
}
