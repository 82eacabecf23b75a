//! `PATCH /session/admin/organizations/{id}/override_entitlement`.

use crate::entitlements::{EntitlementOverride, InForce, OverrideValue, in_force, overrides};
use crate::organization::OrganizationPath;
use crate::own_tenant::{self};
use crate::problems::{invalid, no_organization};
use crate::reason::Reason;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

statement!(app_store, SetOverride, "sql/set_override.sql");

/// One allowance or feature of a tenant.
#[derive(Schema, Deserialize)]
pub struct NewOverride {
    /// The name of a limit or an entitlement, as `GET /me` has it.
    #[schema(example = "api_requests_per_hour")]
    pub name: String,
    /// A whole number, or null for unlimited, of a limit; true or false of an entitlement.
    pub value: OverrideValue,
    /// Why, for those who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

/// What staff set, and what is in force with it.
#[derive(Schema, Serialize)]
pub struct Overridden {
    #[schema(example = 3)]
    pub organization_id: i64,
    pub overrides: Vec<EntitlementOverride>,
    pub in_force: InForce,
}

/// Override one limit or entitlement of a tenant
///
/// It replaces what plan and courtesies say, for better or worse, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/override_entitlement",
    session = "orgs_manage",
    body = Overridden,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it."),
)]
pub fn override_entitlement(
    _request: &Request,
    path: OrganizationPath,
    JsonBody(new): JsonBody<NewOverride>,
) -> Result<Answer, Problem> {
    let now = Time::now();
    let before = in_force(path.id)?;
    if !before.takes(&new.name, &new.value.0) {
        let (name, value, names) = (&new.name, &new.value.0, before.names());
        return Err(invalid(
            "name",
            format!("\"{name}\" cannot be {value}: name one of {names}, with a value of its kind."),
        ));
    }
    let value = if new.value.0 == Json::Null { String::new() } else { new.value.0.to_string() };
    let reason = new.reason.map(|reason| reason.0).unwrap_or_default();
    let transaction = Transaction::begin()?;
    own_tenant::refuse(&transaction, path.id)?;
    let set = SetOverride { organization_id: path.id, name: new.name.clone(), value, now, reason: reason.clone() };
    if transaction.execute(set)? == 0 {
        return Err(no_organization(path.id));
    }
    transaction.audit(
        AuditEntry::of("organization.entitlement_overridden", "organization", &path.id)
            .before(&before)
            .after(&json!({ "name": new.name, "value": new.value, "reason": reason })),
    )?;
    transaction.commit()?;
    answer(path.id)
}

/// How a tenant stands.
pub fn answer(organization_id: i64) -> Result<Answer, Problem> {
    Ok(Answer::json(&Overridden {
        organization_id,
        overrides: overrides(organization_id)?,
        in_force: in_force(organization_id)?,
    }))
}
