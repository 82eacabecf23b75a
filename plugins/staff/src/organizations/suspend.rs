//! `PATCH /session/admin/organizations/{id}/suspend`.

use crate::organizations::{OneOrganization, OrganizationPath, status};
use crate::reason::Reason;
use quarry_sdk::prelude::*;

/// The reason why an organization is suspended.
#[derive(Schema, Deserialize)]
pub struct Suspension {
    /// The reason, for staff who read it later.
    pub reason: Reason,
}

/// Suspend an organization
///
/// Suspends the organization: its keys and the sessions in it open nothing any more, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/suspend", session = "orgs_manage", body = OneOrganization,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn suspend_organization(
    path: OrganizationPath,
    JsonBody(suspension): JsonBody<Suspension>,
) -> Result<Answer, Problem> {
    status::set(path.id, "suspended", "organization.suspended", Some(suspension.reason.0))
}
