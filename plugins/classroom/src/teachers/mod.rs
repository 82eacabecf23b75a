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

/// Bytes of all assignments of an organization.
pub const MOST_BYTES: i64 = 1 << 30;

/// An organization for which the caller may pin, with the room that its assignments take.
#[derive(Schema, Serialize)]
pub struct TeachableOrganization {
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// The bytes of its assignments.
    #[schema(example = 8_388_608)]
    pub used_bytes: i64,
    /// The most that its assignments may have together.
    #[schema(example = 1_073_741_824)]
    pub limit_bytes: i64,
}

impl TeachableOrganization {
    /// The organizations for which the caller may pin.
    pub fn of_caller() -> Result<Vec<TeachableOrganization>, Problem> {
        let rows: Vec<TeachableRow> = SelectTeachableOrganizations {}.all()?;
        let with_limit = |row: TeachableRow| TeachableOrganization {
            id: row.id,
            name: row.name,
            used_bytes: row.used_bytes,
            limit_bytes: MOST_BYTES,
        };
        Ok(rows.into_iter().map(with_limit).collect())
    }
}

#[derive(Row)]
struct TeachableRow {
    id: i64,
    name: String,
    used_bytes: i64,
}
