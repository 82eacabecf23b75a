//! `PATCH /session/admin/users/{id}/update_subscription`.

use crate::organizations::subscription::{self, CourtesyChange, Subscription};
use crate::users::{self, PersonPath};
use quarry_sdk::prelude::*;

statement!(app_store, SelectPersonalOrganization, "src/users/personal_organization.sql");

/// Grant a person a plan for a time, or cancel the grant
///
/// Changes the plan of the person's own organization. A person who belongs to an institution works on the institution's plan.
#[endpoint(
    patch = "/session/admin/users/{id}/update_subscription", session = "users_manage", body = Subscription,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn update_user_subscription(
    path: PersonPath,
    JsonBody(change): JsonBody<CourtesyChange>,
) -> Result<Answer, Problem> {
    let organization = SelectPersonalOrganization { user_id: path.id }.query()?;
    let organization_id = organization.integer(0, "id").ok_or_else(|| users::no_person(path.id))?;
    subscription::change(organization_id, change)
}
