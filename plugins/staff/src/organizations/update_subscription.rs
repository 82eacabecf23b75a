//! `PATCH /session/admin/organizations/{id}/update_subscription`.

use crate::organizations::OrganizationPath;
use crate::organizations::subscription::{self, CourtesyChange, Subscription};
use quarry_sdk::prelude::*;

/// Grant an organization a plan for a time, or cancel the grant
///
/// Changes the plan. The better value of each limit, of the organization's own plan and its courtesies, is in force on every
/// host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/update_subscription", session = "orgs_manage", body = Subscription,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn update_organization_subscription(
    path: OrganizationPath,
    JsonBody(change): JsonBody<CourtesyChange>,
) -> Result<Answer, Problem> {
    subscription::change(path.id, change)
}
