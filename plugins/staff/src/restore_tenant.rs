//! `PATCH /session/admin/organizations/{id}/restore`.

use crate::organization::{OneOrganization, OrganizationPath, SelectOrganization};
use crate::suspension::{SetStatus, set_status};
use quarry_sdk::prelude::*;

/// Lift a tenant's suspension
///
/// Its keys and the sessions in it work again, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/restore",
    session = "orgs_manage",
    body = OneOrganization,
    statements = [SelectOrganization, SetStatus],
)]
pub fn restore_tenant(_request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    set_status(path.id, "active", "organization.restored", String::new())
}
