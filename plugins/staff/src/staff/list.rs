//! `GET /session/admin/staff`.

use crate::users::{Person, with_organizations};
use quarry_sdk::prelude::*;

statement!(app_store, SelectStaff, "src/staff/staff_members.sql");

/// The statement gives one more.
const MOST_SHOWN: usize = 500;

#[derive(Schema, Serialize)]
pub struct Staff {
    /// By name; at most 500.
    pub staff: Vec<Person>,
    /// True when there are more.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The members of staff
#[endpoint(get = "/session/admin/staff", session = "alpha", body = Staff)]
pub fn list_staff() -> Result<Answer, Problem> {
    let mut staff: Vec<Person> = SelectStaff {}.all()?;
    let truncated = staff.len() > MOST_SHOWN;
    staff.truncate(MOST_SHOWN);
    Ok(Answer::json(&Staff { staff: with_organizations(staff)?, truncated }))
}
