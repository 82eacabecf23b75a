//! What is in force for a tenant, and what staff gave and set for it.

use crate::problems::{no_organization, unreadable};
use quarry_sdk::identity;
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

statement!(app_store, SelectOverrides, "sql/organization_overrides.sql");
statement!(app_store, SelectCourtesies, "sql/organization_courtesies.sql");

/// One allowance or feature that staff set.
#[derive(Schema, Serialize)]
pub struct EntitlementOverride {
    #[schema(example = "api_requests_per_hour")]
    pub name: String,
    /// A whole number, or null for unlimited, of an allowance; true or false of a feature.
    pub value: OverrideValue,
    pub set_at: Time,
    /// Who set it; null when the account is gone.
    #[schema(example = 5)]
    pub set_by_user_id: Option<i64>,
    #[schema(example = "a course with 200 students")]
    pub reason: Option<String>,
}

/// A number, null or a truth value.
#[derive(Serialize, serde::Deserialize, Clone)]
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
#[derive(Schema, Serialize)]
pub struct Courtesy {
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "institution")]
    pub plan_key: String,
    pub granted_at: Option<Time>,
    /// Who gave it; null when the account is gone.
    #[schema(example = 5)]
    pub granted_by_user_id: Option<i64>,
    /// When it ends, or has ended.
    pub ends_at: Time,
    #[schema(example = "for the term")]
    pub reason: Option<String>,
}

/// What a tenant may do now: of its plan and its courtesies the better value each, then what staff set.
#[derive(Schema, Serialize)]
pub struct InForce {
    #[schema(example = "team")]
    pub plan_key: String,
    #[schema(example = "Team")]
    pub plan_name: String,
    /// By name; null is unlimited.
    pub limits: Limits,
    /// By name.
    pub entitlements: Features,
    /// Names of what staff set.
    #[schema(example = ["api_requests_per_hour"])]
    pub overridden: Vec<String>,
}

/// Names with whole numbers or null.
#[derive(Serialize)]
pub struct Limits(Map<String, Json>);

impl Schema for Limits {
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": { "type": ["integer", "null"], "minimum": 0 } })
    }

    fn example() -> Json {
        json!({ "api_requests_per_hour": 5000 })
    }
}

/// Names with truth values.
#[derive(Serialize)]
pub struct Features(Map<String, Json>);

impl Schema for Features {
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": { "type": "boolean" } })
    }

    fn example() -> Json {
        json!({ "api_access": true })
    }
}

/// What is in force for a tenant now, as every host has it.
pub fn in_force(organization_id: i64) -> Result<InForce, Problem> {
    let profile = identity::organization_profile(organization_id)?.ok_or_else(|| no_organization(organization_id))?;
    Ok(InForce {
        plan_key: profile.plan_key,
        plan_name: profile.plan_name,
        limits: Limits(
            profile.allowances.into_iter().map(|allowance| (allowance.name, allowance.limit.into())).collect(),
        ),
        entitlements: Features(
            profile.features.into_iter().map(|feature| (feature.name, feature.enabled.into())).collect(),
        ),
        overridden: profile.overridden,
    })
}

impl InForce {
    /// Whether a value of that name could be in force: a number or null for a limit, a truth value for an entitlement.
    pub fn takes(&self, name: &str, value: &Json) -> bool {
        match (self.limits.0.contains_key(name), self.entitlements.0.contains_key(name)) {
            (true, _) => value.is_null() || value.is_u64(),
            (_, true) => value.is_boolean(),
            (false, false) => false,
        }
    }

    /// Every name that there is.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.limits.0.keys().chain(self.entitlements.0.keys()).map(String::as_str).collect();
        names.join(", ")
    }
}

/// What staff set for a tenant.
pub fn overrides(organization_id: i64) -> Result<Vec<EntitlementOverride>, Problem> {
    let rows = SelectOverrides { organization_id }.query()?;
    let read = |row| {
        let text = rows.text(row, "value");
        // As it is stored: `5000`, `true`; null is unlimited.
        let value = text.map_or(Some(Json::Null), |text| serde_json::from_str(&text).ok())?;
        Some(EntitlementOverride {
            name: rows.text(row, "name")?,
            value: OverrideValue(value),
            set_at: Time { microseconds: rows.integer(row, "set_at")? },
            set_by_user_id: rows.integer(row, "set_by_user_id"),
            reason: rows.text(row, "reason"),
        })
    };
    let overrides: Option<Vec<_>> = (0..rows.row_count()).map(read).collect();
    overrides.ok_or_else(|| unreadable("The overrides"))
}

/// Plans that were given to a tenant for a time, ended ones included.
pub fn courtesies(organization_id: i64) -> Result<Vec<Courtesy>, Problem> {
    let rows = SelectCourtesies { organization_id }.query()?;
    let time = |row, column| rows.integer(row, column).map(|microseconds| Time { microseconds });
    let read = |row| {
        Some(Courtesy {
            id: rows.integer(row, "id")?,
            plan_key: rows.text(row, "plan_key")?,
            granted_at: time(row, "granted_at"),
            granted_by_user_id: rows.integer(row, "granted_by_user_id"),
            ends_at: time(row, "ends_at")?,
            reason: rows.text(row, "reason"),
        })
    };
    let courtesies: Option<Vec<_>> = (0..rows.row_count()).map(read).collect();
    courtesies.ok_or_else(|| unreadable("The courtesies"))
}
