//! `PATCH /session/admin/staff/{id}`.

use crate::staff::{self, StaffMember, StaffPermissions};
use crate::users::PersonPath;
use quarry_sdk::prelude::*;

/// Change the permissions of a member of staff
///
/// Changes what the member of staff may do, on every host within a second.
#[endpoint(
    patch = "/session/admin/staff/{id}", session = "alpha", sudo, body = StaffMember,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn update_staff(path: PersonPath, JsonBody(new): JsonBody<StaffPermissions>) -> Result<Answer, Problem> {
    staff::one(path.id)?;
    if !new.alpha && new.permissions.is_empty() {
        let sentence = "That would leave nothing: DELETE /session/admin/staff/{id}/demote takes staff access away.";
        return Err(Problem::invalid_field("permissions", sentence));
    }
    staff::set(path.id, new.alpha, staff::words(&new.permissions))?;
    staff::answer(path.id)
}
