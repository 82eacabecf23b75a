//! `PATCH /session/admin/users/{id}/update_role`.

use crate::staff;
use crate::users::{self, OnePerson, Permission, PersonPath, PlatformRole};
use quarry_sdk::prelude::*;

/// A person's new role on the platform.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    #[schema(example = "staff")]
    pub role: PlatformRole,
    /// All permissions of a member of staff. Left out, those that the person has stay. A person with the role of a member has
    /// no permissions, so send `[]` to make staff with permissions a member.
    #[schema(optional)]
    pub permissions: Option<Vec<Permission>>,
}

/// Change somebody's role on the platform
///
/// Only staff of the tier `alpha` decide who is staff, so this needs that tier too.
#[endpoint(
    patch = "/session/admin/users/{id}/update_role", session = "users_manage", sudo, body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it.")
)]
pub fn update_user_role(path: PersonPath, JsonBody(new): JsonBody<NewRole>) -> Result<Answer, Problem> {
    let current = users::one(path.id)?;
    let permissions = match new.permissions {
        Some(given) => staff::words(&given),
        None => current.permissions,
    };
    if new.role == PlatformRole::Member && !permissions.is_empty() {
        let sentence = format!(
            "A member has no permissions, and this would take away {}: send permissions as [] to say so.",
            permissions.join(", ")
        );
        return Err(Problem::invalid_field("permissions", sentence));
    }
    if new.role == PlatformRole::Staff && permissions.is_empty() {
        return Err(staff::no_permission());
    }
    staff::set(path.id, new.role == PlatformRole::Alpha, permissions)?;
    users::answer(path.id)
}
