//! `DELETE /session/admin/staff/{id}/demote`.

use crate::get_staff::staff_by_id;
use crate::person::{OnePerson, PersonPath, person_by_id};
use crate::update_staff::set;
use quarry_sdk::prelude::*;

/// Take staff access away from somebody
///
/// Tier and permissions go; the person stays.
#[endpoint(
    delete = "/session/admin/staff/{id}/demote",
    session = "alpha",
    sudo,
    body = OnePerson,
    refuses(422, "own_account", "It is your own account: somebody else of staff has to do it."),
)]
pub fn demote_staff(_request: &Request, path: PersonPath) -> Result<Answer, Problem> {
    staff_by_id(path.id)?;
    set(path.id, false, &[])?;
    Ok(Answer::json(&OnePerson { user: person_by_id(path.id)? }))
}
