//! The members of staff and their permissions; for staff of the tier that changes staff.

pub mod demote;
pub mod get;
pub mod list;
pub mod promote;
pub mod update;

use crate::users::{self, Permission, Person, PlatformRole};
use quarry_sdk::people::{self, Standing};
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct StaffMember {
    pub user: Person,
    /// Every permission that there is.
    #[schema(example = ["plans_manage", "modules_manage"])]
    pub known_permissions: Vec<String>,
}

/// The whole of what a member of staff may do from now on; both members are required. A change of one alone could bring back what another
/// person has just removed.
#[derive(Schema, Deserialize)]
pub struct StaffPermissions {
    pub permissions: Vec<Permission>,
    /// True for the tier that changes staff.
    #[schema(example = false)]
    pub alpha: bool,
}

/// One of staff, or 404.
fn one(id: i64) -> Result<Person, Problem> {
    let person = users::one(id)?;
    match person.role {
        PlatformRole::Member => Err(Problem::not_found(format!("The person {id} is not one of staff."))),
        PlatformRole::Staff | PlatformRole::Alpha => Ok(person),
    }
}

/// One of staff, as an answer.
fn answer(id: i64) -> Result<Answer, Problem> {
    Ok(Answer::json(&StaffMember { user: one(id)?, known_permissions: words(&Permission::all()) }))
}

/// Sets tier and permissions, all of them.
pub fn set(id: i64, is_alpha: bool, permissions: Vec<String>) -> Result<(), Problem> {
    people::set_standing(id, &Standing { tier: is_alpha.then(|| "alpha".to_owned()), permissions })?;
    Ok(())
}

pub fn words(permissions: &[Permission]) -> Vec<String> {
    permissions.iter().map(|permission| permission.word().to_owned()).collect()
}

pub fn no_permission() -> Problem {
    Problem::invalid_field("permissions", "Staff have at least one permission: name it.")
}
