//! `PATCH /session/admin/staff/{id}`.

use crate::get_staff::{StaffMember, staff_by_id, staff_member};
use crate::person::{Permission, PersonPath, PlatformRole};
use crate::problems::invalid;
use quarry_sdk::people::{self, Standing};
use quarry_sdk::prelude::*;
use serde::Deserialize;

/// What one of staff is to be permitted, all of it.
#[derive(Schema, Deserialize)]
pub struct StaffPermissions {
    pub permissions: Vec<Permission>,
    /// Whether they are of the tier that changes staff; left out, it stays.
    #[schema(optional)]
    pub alpha: Option<bool>,
}

/// Edit what one of staff may do
///
/// It is felt on every host within a second.
#[endpoint(
    patch = "/session/admin/staff/{id}",
    session = "alpha",
    sudo,
    body = StaffMember,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it."),
)]
pub fn update_staff(
    _request: &Request,
    path: PersonPath,
    JsonBody(new): JsonBody<StaffPermissions>,
) -> Result<Answer, Problem> {
    let current = staff_by_id(path.id)?;
    let is_alpha = new.alpha.unwrap_or(current.role == PlatformRole::Alpha);
    if !is_alpha && new.permissions.is_empty() {
        let sentence = "That would leave nothing: DELETE /session/admin/staff/{id}/demote takes staff access away.";
        return Err(invalid("permissions", sentence));
    }
    set(path.id, is_alpha, &new.permissions)?;
    Ok(Answer::json(&staff_member(staff_by_id(path.id)?)))
}

/// Sets tier and permissions.
pub fn set(id: i64, is_alpha: bool, permissions: &[Permission]) -> Result<(), Problem> {
    let permissions = permissions.iter().map(|permission| permission.word().to_owned()).collect();
    let standing = Standing { tier: is_alpha.then(|| "alpha".to_owned()), permissions };
    people::set_standing(id, &standing)?;
    Ok(())
}
