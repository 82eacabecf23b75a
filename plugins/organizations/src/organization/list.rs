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
    /// Id of the organization, unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// The organization's name as its admins gave it.
    #[schema(example = "Sample Research")]
    pub name: String,
    /// The kind of the organization.
    pub kind: OrganizationKind,
    /// A suspended one cannot be opened.
    pub status: OrganizationStatus,
    /// The person's role there.
    pub role: MemberRole,
}

#[derive(Schema)]
pub struct OwnOrganizations {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Organizations, institutions first, then by name.
    pub organizations: Vec<OwnOrganization>,
    /// True when the person belongs to more than the first 500, which is how far the list leads.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The organizations that the person can open
///
/// The institutions that the person belongs to, and the person's own organization.
#[endpoint(get = "/session/organizations", session, paged = 500, body = OwnOrganizations)]
pub fn list_organizations(request: &Request) -> Result<Answer, Problem> {
    let mut organizations: Vec<OwnOrganization> = SelectOrganizations {}.all()?;
    let truncated = organizations.len() > MOST_SHOWN;
    organizations.truncate(MOST_SHOWN);
    Ok(Answer::object()
        .page_of("organizations", request, &organizations, |organization| organization.id.to_string())
        .member("truncated", &truncated)
        .into())
}
