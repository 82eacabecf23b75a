//! `GET /session/admin/staff/{id}`.

use crate::person::{Permission, Person, PersonPath, PlatformRole, person_by_id};
use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Schema, Serialize)]
pub struct StaffMember {
    pub user: Person,
    /// Every permission that there is.
    #[schema(example = ["plans_manage", "modules_manage"])]
    pub known_permissions: Vec<String>,
}

/// What one of staff may do
#[endpoint(
    get = "/session/admin/staff/{id}",
    session = "alpha",
    body = StaffMember,
)]
pub fn get_staff(_request: &Request, path: PersonPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&staff_member(staff_by_id(path.id)?)))
}

/// One of staff, or 404.
pub fn staff_by_id(id: i64) -> Result<Person, Problem> {
    let person = person_by_id(id)?;
    match person.role {
        PlatformRole::Member => Err(Problem::not_found(format!("The person {id} is not one of staff."))),
        PlatformRole::Staff | PlatformRole::Alpha => Ok(person),
    }
}

pub fn staff_member(user: Person) -> StaffMember {
    let known_permissions = Permission::WORDS.iter().map(|word| (*word).to_owned()).collect();
    StaffMember { user, known_permissions }
}
