//! `GET /session/admin/staff/{id}`.

use crate::staff::{self, StaffMember};
use crate::users::PersonPath;
use quarry_sdk::prelude::*;

/// The permissions of a member of staff
#[endpoint(get = "/session/admin/staff/{id}", session = "alpha", body = StaffMember)]
pub fn get_staff(path: PersonPath) -> Result<Answer, Problem> {
    staff::answer(path.id)
}
