//! `POST /session/admin/impersonations`.

use crate::reason::Reason;
use quarry_sdk::people;
use quarry_sdk::prelude::*;

/// For how long, when nobody says.
const MINUTES: u32 = 30;

/// The person to look at the service as, and the reason.
#[derive(Schema, Deserialize)]
pub struct NewImpersonation {
    #[schema(example = 7)]
    pub user_id: i64,
    /// The reason; it stands in the audit log.
    pub reason: Reason,
    /// Duration in minutes, 1 to 60; 30 when left out.
    #[schema(minimum = 1, maximum = 60, example = 15, optional)]
    pub minutes: Option<u32>,
}

#[derive(Schema, Serialize)]
pub struct Impersonation {
    #[schema(example = 7)]
    pub user_id: i64,
    /// Then the session is your own again.
    pub until: Time,
}

/// View the service as another person
///
/// The session is theirs until the time is over or `DELETE /session/admin/impersonation`; `GET /session` shows it. It gets a new
/// cookie, and with it a new CSRF token: read `GET /session` again. It has none of your permissions, changes no secret, and
/// every audit entry names both people. Nobody can be one of staff this way.
#[endpoint(
    post = "/session/admin/impersonations", session = "users_manage", sudo, status = 201, body = Impersonation,
    refuses(404, "not_found", "There is no person of that number."),
    refuses(422, "own_account", "You are that person."),
    refuses(422, "not_now", "The person is shut out or suspended, so there is nothing to look at.")
)]
pub fn begin_impersonation(JsonBody(new): JsonBody<NewImpersonation>) -> Result<Answer, Problem> {
    let minutes = new.minutes.unwrap_or(MINUTES);
    let until = people::begin_acting(new.user_id, &new.reason.0, minutes)?;
    Ok(Answer::json(&Impersonation { user_id: new.user_id, until }).with_status(201))
}
