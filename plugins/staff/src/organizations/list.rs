//! `GET /session/admin/organizations`.

use crate::organization::{Organization, OrganizationKind, OrganizationStatus, organizations};
use crate::search::anywhere;
use quarry_sdk::Choice;
use quarry_sdk::prelude::*;

statement!(app_store, SelectOrganizations, "sql/organizations.sql");

#[derive(Parameters)]
pub struct OrganizationsQuery {
    /// Part of a name, in any case.
    #[parameter(max_length = 100, example = "research")]
    q: Option<String>,
    /// Whose they are.
    #[parameter(example = "institution")]
    kind: Option<OrganizationKind>,
    /// Whether they are shut out.
    #[parameter(example = "active")]
    status: Option<OrganizationStatus>,
}

#[derive(Schema)]
pub struct Organizations {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Newest first.
    pub organizations: Vec<Organization>,
}

/// The tenants
#[endpoint(
    get = "/session/admin/organizations",
    session = "orgs_manage",
    paged,
    body = Organizations,
)]
pub fn list_tenants(request: &Request, query: OrganizationsQuery) -> Result<Answer, Problem> {
    let rows = SelectOrganizations {
        pattern: query.q.as_deref().map(anywhere),
        kind: query.kind.map(|kind| kind.word().to_owned()),
        status: query.status.map(|status| status.word().to_owned()),
    }
    .query()?;
    let organizations = organizations(&rows, rows.row_count().min(request.page_size()))?;
    Ok(Answer::object().own_page("organizations", rows, &organizations).into())
}
