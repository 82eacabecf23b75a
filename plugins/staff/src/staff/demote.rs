//! `DELETE /session/admin/staff/{id}/demote`.

use crate::staff;
use crate::users::{self, OnePerson, PersonPath};
use quarry_sdk::prelude::*;

/// Remove a person's staff access
///
/// Tier and permissions go; the person stays.
#[endpoint(
    delete = "/session/admin/staff/{id}/demote", session = "alpha", sudo, body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn demote_staff(path: PersonPath) -> Result<Answer, Problem> {
    staff::one(path.id)?;
    staff::set(path.id, false, Vec::new())?;
    users::answer(path.id)
}
