//! `POST /session/account/two_factor`.

use crate::two_factor::{RecoveryCodes, shown_codes};
use quarry_sdk::account::{self, AccountFailure};
use quarry_sdk::prelude::*;

#[derive(Schema, Deserialize)]
pub struct FirstCode {
    /// The code that the new authenticator shows.
    #[schema(example = "492039")]
    pub otp: Secret,
}

/// Confirm the new second factor
///
/// Puts the second factor in force by a code of the authenticator that was set up last. It takes the place of the one before,
/// if there was one; there are ten new recovery codes; the person's other sessions end, and an email tells the person.
#[endpoint(
    post = "/session/account/two_factor", session, sudo, cache = no_store,
    refuses(409, "no_setup", "No authenticator waits for its first code: begin the set-up again."),
    refuses(422, "invalid_otp", "The code is wrong or was used before: wait for the next one of the authenticator."),
    body = RecoveryCodes
)]
pub fn confirm_two_factor(JsonBody(sent): JsonBody<FirstCode>) -> Result<Answer, Problem> {
    match account::confirm_two_factor(&sent.otp) {
        Ok(codes) => Ok(shown_codes(codes)),
        Err(AccountFailure::WrongCode(sentence)) => {
            let fields = json!({ "otp": &sentence });
            Err(Problem::new(422, "invalid_otp", sentence).with("fields", fields))
        }
        Err(failure) => Err(failure.into()),
    }
}
