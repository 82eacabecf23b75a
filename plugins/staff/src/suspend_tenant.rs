//! `PATCH /session/admin/organizations/{id}/suspend`.

use crate::organization::{OneOrganization, OrganizationPath, SelectOrganization};
use crate::reason::Reason;
use crate::suspension::{SetStatus, set_status};
use quarry_sdk::prelude::*;
use serde::Deserialize;

/// Why a tenant is suspended.
#[derive(Schema, Deserialize)]
pub struct Suspension {
    /// For those who look later.
    pub reason: Reason,
}

/// Suspend a tenant
///
/// Its keys and the sessions in it open nothing any more, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/suspend",
    session = "orgs_manage",
    body = OneOrganization,
    refuses(422, "own_organization", "Your own session is in that organization: you would lock yourself out."),
    statements = [SelectOrganization, SetStatus],
)]
pub fn suspend_tenant(
    request: &Request,
    path: OrganizationPath,
    JsonBody(suspension): JsonBody<Suspension>,
) -> Result<Answer, Problem> {
    if request.person().is_some_and(|person| person.organization_id == path.id) {
        let detail = "Your own session is in this organization: you would lock yourself out.";
        return Err(Problem::new(422, "own_organization", detail));
    }
    set_status(path.id, "suspended", "organization.suspended", suspension.reason.0)
}
