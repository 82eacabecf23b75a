//! `DELETE /session/account/two_factor`.

use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Switch the second factor off
///
/// The recovery codes go with it; the person's other sessions end, and an email tells the person.
#[endpoint(
    delete = "/session/account/two_factor", session, sudo, cache = no_store, status = 204,
    refuses(409, "two_factor_off", "There is no second factor.")
)]
pub fn end_two_factor() -> Result<Answer, Problem> {
    account::end_two_factor()?;
    Ok(Answer::no_content())
}
