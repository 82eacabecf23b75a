//! `DELETE /session/admin/organizations/{id}/clear_overrides`.

use crate::organizations::override_entitlement::{self, Overridden};
use crate::organizations::{self, OrganizationPath, entitlements};
use quarry_sdk::prelude::*;

statement!(app_store, ClearOverrides, "src/organizations/clear_overrides.sql");

/// Clear what staff set of an organization's limits and entitlements
///
/// Plan and courtesies alone are in force again, on every host within a second.
#[endpoint(
    delete = "/session/admin/organizations/{id}/clear_overrides", session = "orgs_manage", body = Overridden,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn clear_entitlement_overrides(path: OrganizationPath) -> Result<Answer, Problem> {
    let before = entitlements::in_force(path.id)?;
    let transaction = Transaction::begin()?;
    organizations::of_others(&transaction, path.id)?;
    let cleared = transaction.execute(ClearOverrides { organization_id: path.id })?;
    let entry = AuditEntry::of("organization.overrides_cleared", "organization", &path.id);
    transaction.audit(entry.before(&before).after(&json!({ "overrides_cleared": cleared })))?;
    transaction.commit()?;
    override_entitlement::answer(path.id)
}
