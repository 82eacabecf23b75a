//! `PATCH /session/admin/users/{id}/update_role`.

use crate::staff;
use crate::users::{self, OnePerson, Permission, PersonPath, PlatformRole};
use quarry_sdk::prelude::*;

/// A person's new role on the platform.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    #[schema(example = "staff")]
    pub role: PlatformRole,
    /// All permissions from now on: `[]` with the role of a member. They are required: a change without them
    /// could bring back what another person has just removed.
    pub permissions: Vec<Permission>,
}

/// Change a person's role on the platform
///
/// Only staff of the tier `alpha` decide who is staff, so this needs that tier too.
#[endpoint(
    patch = "/session/admin/users/{id}/update_role", session = "users_manage", sudo, body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn update_user_role(path: PersonPath, JsonBody(new): JsonBody<NewRole>) -> Result<Answer, Problem> {
    users::one(path.id)?;
    let permissions = staff::words(&new.permissions);
    if new.role == PlatformRole::Member && !permissions.is_empty() {
        return Err(Problem::invalid_field(
            "permissions",
            "A member has no permissions: take them all away, or choose another role.",
        ));
    }
    if new.role == PlatformRole::Staff && permissions.is_empty() {
        return Err(staff::no_permission());
    }
    staff::set(path.id, new.role == PlatformRole::Alpha, permissions)?;
    users::answer(path.id)
}
