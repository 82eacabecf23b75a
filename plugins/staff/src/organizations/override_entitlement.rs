//! `PATCH /session/admin/organizations/{id}/override_entitlement`.

use crate::organizations::entitlements::{self, EntitlementOverride, InForce, OverrideValue, SelectOverrides};
use crate::organizations::{self, OrganizationPath};
use crate::reason::Reason;
use quarry_sdk::identity::Profile;
use quarry_sdk::prelude::*;
use quarry_sdk::words::none_of;
use serde_json::Value as Json;

statement!(app_store, SetOverride, "src/organizations/set_override.sql");

/// One allowance or feature of an organization.
#[derive(Schema, Deserialize)]
pub struct NewOverride {
    /// The name of a limit or an entitlement, as `GET /me` has it.
    #[schema(example = "api_requests_per_hour")]
    pub name: String,
    /// A whole number, or null for unlimited, of a limit; true or false of an entitlement.
    pub value: OverrideValue,
    /// The reason, for people who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

/// The value that staff set, and the entitlements in force with it.
#[derive(Schema)]
pub struct Overridden {
    #[schema(example = 3)]
    pub organization_id: i64,
    #[schema(rows = SelectOverrides)]
    pub overrides: Vec<EntitlementOverride>,
    pub in_force: InForce,
}

/// Override one limit or entitlement of an organization
///
/// Replaces what plan and courtesies say, for better or worse, on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}/override_entitlement", session = "orgs_manage", body = Overridden,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn override_entitlement(path: OrganizationPath, JsonBody(new): JsonBody<NewOverride>) -> Result<Answer, Problem> {
    let before = entitlements::profile(path.id)?;
    let (name, value, reason) = (new.name, new.value.0, new.reason.map(|reason| reason.0));
    refuse_other_kind(&before, &name, &value)?;
    let transaction = Transaction::begin()?;
    organizations::of_others(&transaction, path.id)?;
    let entry = AuditEntry::of("organization.entitlement_overridden", "organization", &path.id)
        .before(&entitlements::shown(&before))
        .after(&json!({ "name": name, "value": value, "reason": reason }));
    let value = (!value.is_null()).then(|| value.to_string());
    transaction.execute(SetOverride { organization_id: path.id, name, value, now: Time::now(), reason })?;
    transaction.audit(entry)?;
    transaction.commit()?;
    answer(path.id)
}

/// The answer about an organization.
pub fn answer(organization_id: i64) -> Result<Answer, Problem> {
    Ok(Answer::object()
        .member("organization_id", &organization_id)
        .rows("overrides", SelectOverrides { organization_id }.query()?)
        .member("in_force", &entitlements::in_force(organization_id)?)
        .into())
}

/// Refuses a value that could not be in force by that name: a limit is a number or null, an entitlement a truth value.
fn refuse_other_kind(profile: &Profile, name: &str, value: &Json) -> Result<(), Problem> {
    let limits = profile.allowances.iter().map(|limit| limit.name.as_str());
    let entitlements = profile.features.iter().map(|feature| feature.name.as_str());
    let sentence = match (limits.clone().any(|limit| limit == name), entitlements.clone().any(|known| known == name)) {
        (true, _) if value.is_null() || value.is_u64() => return Ok(()),
        (_, true) if value.is_boolean() => return Ok(()),
        (true, _) => format!("The limit {name} is a whole number, or left empty for no limit; this is {value}."),
        (_, true) => format!("For {name} say true or false; this is {value}."),
        (false, false) => {
            let sentence = none_of("A limit or an entitlement", limits.chain(entitlements), name);
            return Err(Problem::invalid_field("name", sentence));
        }
    };
    Err(Problem::invalid_field("value", sentence))
}
