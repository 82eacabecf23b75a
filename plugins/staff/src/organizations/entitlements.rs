//! The entitlements in force for an organization, and those that staff gave and set for it.

use crate::organizations::no_organization;
use quarry_sdk::identity::{self, Profile};
use quarry_sdk::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

statement!(app_store, SelectOverrides, "src/organizations/organization_overrides.sql");
statement!(app_store, SelectCourtesies, "src/organizations/organization_courtesies.sql");

/// One allowance or feature that staff set.
#[derive(Schema)]
pub struct EntitlementOverride {
    #[schema(example = "api_requests_per_hour")]
    pub name: String,
    /// A whole number, or null for unlimited, of an allowance; true or false of a feature.
    pub value: OverrideValue,
    pub set_at: Time,
    /// The person who set it; null when the account is gone.
    #[schema(example = 5)]
    pub set_by_user_id: Option<i64>,
    #[schema(example = "a course with 200 students")]
    pub reason: Option<String>,
}

/// A number, null or a truth value.
#[derive(Deserialize)]
pub struct OverrideValue(pub Json);

impl Schema for OverrideValue {
    fn schema() -> Json {
        json!({ "type": ["integer", "boolean", "null"], "minimum": 0 })
    }

    fn example() -> Json {
        json!(5000)
    }
}

/// A plan that was given for a time.
#[derive(Schema)]
pub struct Courtesy {
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "institution")]
    pub plan_key: String,
    pub granted_at: Option<Time>,
    /// The person who gave it; null when the account is gone.
    #[schema(example = 5)]
    pub granted_by_user_id: Option<i64>,
    /// The time at which it ends, or has ended.
    pub ends_at: Time,
    #[schema(example = "for the term")]
    pub reason: Option<String>,
}

/// The entitlements of an organization now: the better value of its plan and its courtesies, replaced by what staff set.
#[derive(Schema)]
pub struct InForce {
    #[schema(example = "team")]
    pub plan_key: String,
    #[schema(example = "Team")]
    pub plan_name: String,
    /// Limits by name; null is unlimited.
    #[schema(example = { "api_requests_per_hour": 5000 })]
    pub limits: BTreeMap<String, Option<u64>>,
    /// Features by name.
    #[schema(example = { "api_access": true })]
    pub entitlements: BTreeMap<String, bool>,
    /// Names of what staff set.
    #[schema(example = ["api_requests_per_hour"])]
    pub overridden: Vec<String>,
}

/// The profile in force for an organization now, as every host has it, or 404.
pub fn profile(organization_id: i64) -> Result<Profile, Problem> {
    identity::organization_profile(organization_id)?.ok_or_else(|| no_organization(organization_id))
}

/// The same as [`InForce`] says it, in the order in which plans have limits and entitlements.
pub fn in_force(organization_id: i64) -> Result<Json, Problem> {
    Ok(shown(&profile(organization_id)?))
}

pub fn shown(profile: &Profile) -> Json {
    let limits = profile.allowances.iter().map(|allowance| (allowance.name.clone(), allowance.limit.into()));
    let entitlements = profile.features.iter().map(|feature| (feature.name.clone(), feature.enabled.into()));
    json!({
        "plan_key": profile.plan_key,
        "plan_name": profile.plan_name,
        "limits": Map::from_iter(limits),
        "entitlements": Map::from_iter(entitlements),
        "overridden": profile.overridden,
    })
}
