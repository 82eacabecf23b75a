//! People who may pin: owners and admins of organizations that are not personal.

use quarry_sdk::prelude::*;

statement!(app_store, SelectTeachableOrganizations, "src/teachers/teachable_organizations.sql");

/// The caller administers the organization that the body names.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/teachers/teacher.sql", tenant = "organization")]
#[guard(absent(
    403,
    "not_teachable",
    "You administer no organization {body.organization_id} for which assignments can be pinned: GET /session/classroom lists yours in teachable_organizations.",
    field = "organization_id"
))]
pub struct Teacher;

/// An organization.
#[derive(Row, Schema, Serialize)]
pub struct AssignmentOrganization {
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
}
