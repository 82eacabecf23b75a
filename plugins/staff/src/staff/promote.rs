//! `PATCH /session/admin/staff/{id}/promote`.

use crate::get_staff::{StaffMember, staff_by_id, staff_member};
use crate::person::{PersonPath, person_by_id};
use crate::problems::invalid;
use crate::update_staff::{StaffPermissions, set};
use quarry_sdk::prelude::*;

/// Make somebody staff
#[endpoint(
    patch = "/session/admin/staff/{id}/promote",
    session = "alpha",
    sudo,
    body = StaffMember,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it."),
)]
pub fn promote_staff(
    _request: &Request,
    path: PersonPath,
    JsonBody(new): JsonBody<StaffPermissions>,
) -> Result<Answer, Problem> {
    person_by_id(path.id)?;
    let is_alpha = new.alpha.unwrap_or(false);
    if !is_alpha && new.permissions.is_empty() {
        return Err(invalid("permissions", "Staff have at least one permission: name it."));
    }
    set(path.id, is_alpha, &new.permissions)?;
    Ok(Answer::json(&staff_member(staff_by_id(path.id)?)))
}
