//! `GET /session/admin/staff`.

use crate::users::{Person, with_organizations};
use quarry_sdk::prelude::*;

statement!(app_store, SelectStaff, "src/staff/staff_members.sql");

/// The statement gives one more.
const MOST_SHOWN: usize = 500;

#[derive(Schema)]
pub struct Staff {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Members of staff by name; the first 500.
    pub staff: Vec<Person>,
    /// True when there are more than these 500.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The members of staff
#[endpoint(get = "/session/admin/staff", session = "alpha", paged = 500, body = Staff)]
pub fn list_staff(request: &Request) -> Result<Answer, Problem> {
    let mut staff: Vec<Person> = SelectStaff {}.all()?;
    let truncated = staff.len() > MOST_SHOWN;
    staff.truncate(MOST_SHOWN);
    let staff = with_organizations(staff)?;
    let answer = Answer::object().page_of("staff", request, &staff, |person| person.id.to_string());
    Ok(answer.member("truncated", &truncated).into())
}
