//! `PATCH /session/admin/organizations/{id}/suspend`.

use crate::organization::{OneOrganization, OrganizationPath};
use crate::reason::Reason;
use crate::suspension::set_status;
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
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it."),
)]
pub fn suspend_tenant(
    _request: &Request,
    path: OrganizationPath,
    JsonBody(suspension): JsonBody<Suspension>,
) -> Result<Answer, Problem> {
    set_status(path.id, "suspended", "organization.suspended", suspension.reason.0)
}
