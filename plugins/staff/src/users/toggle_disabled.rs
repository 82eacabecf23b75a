//! `PATCH /session/admin/users/{id}/toggle_disabled`.

use crate::reason::Reason;
use crate::users::{self, OnePerson, PersonPath};
use quarry_sdk::people;
use quarry_sdk::prelude::*;

/// The state that is wanted.
#[derive(Schema, Deserialize)]
pub struct DisabledToggle {
    /// Shut out or not; left out, the other one of what is.
    #[schema(optional)]
    pub disabled: Option<bool>,
    /// The reason, for people who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

/// Shut a person out, or let them in again
///
/// Turns the state over when the request has no body. A person who is shut out is signed out, and their keys stop, on every
/// host within a second.
#[endpoint(
    patch = "/session/admin/users/{id}/toggle_disabled", session = "users_manage", body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn toggle_user_disabled(path: PersonPath, sent: Option<JsonBody<DisabledToggle>>) -> Result<Answer, Problem> {
    let (disabled, reason) = sent.map(|JsonBody(sent)| (sent.disabled, sent.reason)).unwrap_or_default();
    people::set_disabled(path.id, disabled, reason.map(|reason| reason.0).as_deref())?;
    users::answer(path.id)
}
