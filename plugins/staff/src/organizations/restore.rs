//! `PATCH /session/admin/organizations/{id}/restore`.

use crate::organization::{OneOrganization, OrganizationPath};
use crate::suspension::set_status;
use quarry_sdk::prelude::*;

/// Lift a tenant's suspension
///
/// Its keys and the sessions in it work again, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/restore",
    session = "orgs_manage",
    body = OneOrganization,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it."),
)]
pub fn restore_tenant(_request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    set_status(path.id, "active", "organization.restored", String::new())
}
