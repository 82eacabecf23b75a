//! `GET /session/admin/organizations`.

use crate::organizations::Organization;
use crate::search::anywhere;
use quarry_sdk::prelude::*;

statement!(
    app_store, SelectOrganizations, "src/organizations/organizations.sql",
    kind: OrganizationKind, status: OrganizationStatus
);

/// The kind of an organization, as a filter.
#[derive(Choice)]
pub enum OrganizationKind {
    Personal,
    Institution,
}

/// The status of an organization, as a filter.
#[derive(Choice)]
pub enum OrganizationStatus {
    Active,
    Suspended,
}

#[derive(Parameters)]
pub struct OrganizationsQuery {
    /// Part of a name, in any case.
    #[parameter(max_length = 100, example = "research")]
    q: Option<String>,
    /// The kind of the organizations.
    #[parameter(example = "institution")]
    kind: Option<OrganizationKind>,
    /// The status of the organizations.
    #[parameter(example = "active")]
    status: Option<OrganizationStatus>,
}

#[derive(Schema)]
pub struct Organizations {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Organizations, the newest first.
    #[schema(rows = SelectOrganizations)]
    pub organizations: Vec<Organization>,
}

/// The organizations of the deployment
#[endpoint(get = "/session/admin/organizations", session = "orgs_manage", paged, body = Organizations)]
pub fn list_organizations_for_staff(query: OrganizationsQuery) -> Result<Answer, Problem> {
    let organizations =
        SelectOrganizations { pattern: query.q.as_deref().map(anywhere), kind: query.kind, status: query.status };
    Ok(Answer::object().page("organizations", organizations.query()?).into())
}
