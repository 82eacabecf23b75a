//! `GET /session/organizations`.

use crate::words::{MemberRole, OrganizationKind, OrganizationStatus};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectOrganizations, "sql/organizations.sql");

/// The statement gives one more.
const MOST_SHOWN: usize = 500;

/// An organization that the person belongs to.
#[derive(Schema, Serialize)]
pub struct OwnOrganization {
    /// Unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// As its admins named it.
    #[schema(example = "Sample Research")]
    pub name: String,
    /// Whose it is.
    pub kind: OrganizationKind,
    /// A suspended one cannot be opened.
    pub status: OrganizationStatus,
    /// What the person is there.
    pub role: MemberRole,
}

#[derive(Schema, Serialize)]
pub struct OwnOrganizations {
    /// Institutions first, then by name.
    pub organizations: Vec<OwnOrganization>,
    /// Whether the person belongs to more than the 500 that are shown.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The organizations that the person can open
///
/// The institutions that the person belongs to, and the person's own organization.
#[endpoint(get = "/session/organizations", session, body = OwnOrganizations)]
pub fn list_organizations(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let rows = SelectOrganizations {}.query()?;
    let organizations = (0..rows.row_count().min(MOST_SHOWN))
        .filter_map(|row| {
            Some(OwnOrganization {
                id: rows.integer(row, "id")?,
                name: rows.text(row, "name")?,
                kind: OrganizationKind(rows.text(row, "kind")?),
                status: OrganizationStatus(rows.text(row, "status")?),
                role: MemberRole(rows.text(row, "role")?),
            })
        })
        .collect();
    Ok(Answer::json(&OwnOrganizations { organizations, truncated: rows.row_count() > MOST_SHOWN }))
}
