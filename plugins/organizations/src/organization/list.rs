//! `GET /session/organizations`.

use crate::access::MemberRole;
use crate::organization::{OrganizationKind, OrganizationStatus};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectOrganizations, "src/organization/organizations.sql");

/// The statement gives one more.
const MOST_SHOWN: usize = 500;

/// An organization that the person belongs to.
#[derive(Row, Schema, Serialize)]
pub struct OwnOrganization {
    /// Unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// As its admins named it.
    #[schema(example = "Sample Research")]
    pub name: String,
    /// The kind of the organization.
    pub kind: OrganizationKind,
    /// A suspended one cannot be opened.
    pub status: OrganizationStatus,
    /// The person's role there.
    pub role: MemberRole,
}

#[derive(Schema, Serialize)]
pub struct OwnOrganizations {
    /// Institutions first, then by name.
    pub organizations: Vec<OwnOrganization>,
    /// True when the person belongs to more than the 500 that are shown.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The organizations that the person can open
///
/// The institutions that the person belongs to, and the person's own organization.
#[endpoint(get = "/session/organizations", session, body = OwnOrganizations)]
pub fn list_organizations() -> Result<Answer, Problem> {
    let mut organizations: Vec<OwnOrganization> = SelectOrganizations {}.all()?;
    let truncated = organizations.len() > MOST_SHOWN;
    organizations.truncate(MOST_SHOWN);
    Ok(Answer::json(&OwnOrganizations { organizations, truncated }))
}
