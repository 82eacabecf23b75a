//! `DELETE /session/admin/organizations/{id}/clear_overrides`.

use crate::entitlements::in_force;
use crate::organization::OrganizationPath;
use crate::override_entitlement::{self, Overridden};
use crate::own_tenant::{self};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

statement!(app_store, ClearOverrides, "sql/clear_overrides.sql");

/// Clear what staff set of a tenant's limits and entitlements
///
/// Plan and courtesies alone are in force again, on every host within a second.
#[endpoint(
    delete = "/session/admin/organizations/{id}/clear_overrides",
    session = "orgs_manage",
    body = Overridden,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it."),
)]
pub fn clear_entitlement_overrides(_request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    let before = in_force(path.id)?;
    let transaction = Transaction::begin()?;
    own_tenant::refuse(&transaction, path.id)?;
    let cleared = transaction.execute(ClearOverrides { organization_id: path.id })?;
    transaction.audit(
        AuditEntry::of("organization.overrides_cleared", "organization", &path.id)
            .before(&before)
            .after(&json!({ "overrides_cleared": cleared })),
    )?;
    transaction.commit()?;
    override_entitlement::answer(path.id)
}
