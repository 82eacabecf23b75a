//! `DELETE /session/admin/impersonation`.

use quarry_sdk::people;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct EndedImpersonation {
    /// The person whose session it is again.
    #[schema(example = 5)]
    pub user_id: i64,
}

/// Return to your own account
///
/// The session gets a new cookie and a new CSRF token: read `GET /session` again.
#[endpoint(
    delete = "/session/admin/impersonation", session, acting = writes, body = EndedImpersonation,
    refuses(422, "not_now", "You are yourself already.")
)]
pub fn end_impersonation() -> Result<Answer, Problem> {
    Ok(Answer::json(&EndedImpersonation { user_id: people::end_acting()? }))
}
