//! `DELETE /session/account/sessions`.

use quarry_sdk::account;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct EndedSessions {
    /// The number of other sessions that ended.
    #[schema(example = 2)]
    pub ended: u64,
}

/// Sign out everywhere else
///
/// Ends every session of the person but the one that asks, with its refresh tokens, on every host within a second.
#[endpoint(delete = "/session/account/sessions", session, cache = no_store, body = EndedSessions)]
pub fn sign_out_elsewhere() -> Result<Answer, Problem> {
    Ok(Answer::json(&EndedSessions { ended: account::sign_out_elsewhere()? }))
}
