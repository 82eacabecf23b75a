//! `PATCH /session/admin/staff/{id}/promote`.

use crate::staff::{self, StaffMember, StaffPermissions};
use crate::users::{self, PersonPath};
use quarry_sdk::prelude::*;

/// Make a person a member of staff
#[endpoint(
    patch = "/session/admin/staff/{id}/promote", session = "alpha", sudo, body = StaffMember,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn promote_staff(path: PersonPath, JsonBody(new): JsonBody<StaffPermissions>) -> Result<Answer, Problem> {
    users::one(path.id)?;
    if !new.alpha && new.permissions.is_empty() {
        return Err(staff::no_permission());
    }
    staff::set(path.id, new.alpha, staff::words(&new.permissions))?;
    staff::answer(path.id)
}
