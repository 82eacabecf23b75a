//! `PATCH /session/admin/users/{id}/update_role`.

use crate::person::{OnePerson, Permission, PersonPath, PlatformRole, person_by_id};
use crate::problems::invalid;
use quarry_sdk::people::{self, Standing};
use quarry_sdk::prelude::*;
use serde::Deserialize;

/// What somebody is to be on the platform.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    pub role: PlatformRole,
    /// Of staff; left out, those that the person has. A member has none.
    #[schema(optional)]
    pub permissions: Option<Vec<Permission>>,
}

/// Change somebody's role on the platform
///
/// Who is one of staff is for staff of the tier `alpha` to say, so this needs that tier too.
#[endpoint(
    patch = "/session/admin/users/{id}/update_role",
    session = "users_manage",
    sudo,
    body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it."),
)]
pub fn update_user_role(
    _request: &Request,
    path: PersonPath,
    JsonBody(new): JsonBody<NewRole>,
) -> Result<Answer, Problem> {
    let current = person_by_id(path.id)?;
    let kept = || current.permissions.clone();
    let given = new.permissions.map(|given| given.into_iter().map(|one| one.word().to_owned()).collect());
    let permissions = match new.role {
        PlatformRole::Member => Vec::new(),
        PlatformRole::Staff | PlatformRole::Alpha => given.unwrap_or_else(kept),
    };
    if new.role == PlatformRole::Staff && permissions.is_empty() {
        return Err(invalid("permissions", "Staff have at least one permission: name it."));
    }
    let tier = (new.role == PlatformRole::Alpha).then(|| "alpha".to_owned());
    people::set_standing(path.id, &Standing { tier, permissions })?;
    Ok(Answer::json(&OnePerson { user: person_by_id(path.id)? }))
}
