//! `PATCH /session/admin/organizations/{id}/restore`.

use crate::organizations::{OneOrganization, OrganizationPath, status};
use quarry_sdk::prelude::*;

/// Lift an organization's suspension
///
/// Restores the organization: its keys and the sessions in it work again, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/restore", session = "orgs_manage", body = OneOrganization,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn restore_organization(path: OrganizationPath) -> Result<Answer, Problem> {
    status::set(path.id, "active", "organization.restored", None)
}
