//! `GET /session/classroom`.

use crate::assignments::{Assignment, AssignmentRow};
use crate::teachers::TeachableOrganization;
use quarry_sdk::prelude::*;

statement!(
    app_store,
    SelectAssignments,
    "src/assignments/assignments.sql",
    unguarded = "The rows are of the caller's organizations or of the caller's own making: either is enough, and an OR holds nothing."
);

#[derive(Schema)]
pub struct Assignments {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Assignments, the newest first.
    pub assignments: Vec<Assignment>,
    /// Organizations for which the reader may pin; none: they cannot pin.
    pub teachable_organizations: Vec<TeachableOrganization>,
}

/// The reader's assignments
///
/// Lists the assignments of the organizations that the reader belongs to, and those that the reader pinned.
#[endpoint(get = "/session/classroom", session, module = "data_downloads", paged, body = Assignments)]
pub fn list_assignments(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectAssignments {}.query()?;
    let mut found: Vec<AssignmentRow> = rows.read()?;
    found.truncate(request.page_size());
    let assignments: Vec<Assignment> = found.into_iter().map(Assignment::from).collect();
    let teachable = TeachableOrganization::of_caller()?;
    let answer = Answer::object().member("teachable_organizations", &teachable);
    Ok(answer.own_page("assignments", rows, &assignments).into())
}
